/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.analysis.plan.Plans;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.FakeV2SessionCatalog$;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry$;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import org.apache.spark.sql.connector.catalog.DefaultCatalogManager;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import scala.runtime.AbstractPartialFunction;

/** Catalyst's analyzer without a session. */
final class TestAnalyzer {
  final SQLConf conf = new SQLConf();
  private final Analyzer analyzer;

  TestAnalyzer(String zone, boolean ansi) {
    conf.setConfString("spark.sql.session.timeZone", zone);
    conf.setConfString("spark.sql.ansi.enabled", String.valueOf(ansi));
    SessionCatalog session =
        new SessionCatalog(
            new InMemoryCatalog(new SparkConf(false), new Configuration(false)),
            FunctionRegistry$.MODULE$.builtin(),
            TableFunctionRegistry$.MODULE$.builtin(),
            conf);
    CatalogManager manager = new DefaultCatalogManager(FakeV2SessionCatalog$.MODULE$, session);
    analyzer =
        new Analyzer(
            manager,
            Analyzer.$lessinit$greater$default$2(),
            Analyzer.$lessinit$greater$default$3());
  }

  /** Columns named a, b, c, … */
  static List<Attribute> columns(List<DataType> types) {
    List<Attribute> columns = new ArrayList<>();
    for (DataType type : types) {
      String name = String.valueOf((char) ('a' + columns.size()));
      columns.add(
          new AttributeReference(
              name,
              type,
              true,
              org.apache.spark.sql.types.Metadata.empty(),
              NamedExpression.newExprId(),
              Plans.seq(List.of())));
    }
    return columns;
  }

  LogicalPlan analyze(String query, List<Attribute> columns) {
    return SQLConf.withExistingConf(
        conf,
        () -> {
          LogicalPlan parsed = new CatalystSqlParser().parsePlan(query);
          LogicalPlan bound =
              (LogicalPlan)
                  parsed.transformDownWithSubqueries(
                      new AbstractPartialFunction<LogicalPlan, LogicalPlan>() {
                        @Override
                        public boolean isDefinedAt(LogicalPlan plan) {
                          return plan instanceof UnresolvedRelation;
                        }

                        @Override
                        @SuppressWarnings("unchecked")
                        public <A1 extends LogicalPlan, B1> B1 applyOrElse(
                            A1 plan, scala.Function1<A1, B1> otherwise) {
                          return plan instanceof UnresolvedRelation
                              ? (B1) new TestRelation(Plans.seq(columns))
                              : otherwise.apply(plan);
                        }
                      });
          LogicalPlan analyzed = analyzer.execute(bound);
          analyzer.checkAnalysis(analyzed);
          return analyzed;
        });
  }
}
