/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.FakeV2SessionCatalog$;
import org.apache.spark.sql.catalyst.analysis.FunctionRegistry;
import org.apache.spark.sql.catalyst.analysis.TableFunctionRegistry$;
import org.apache.spark.sql.catalyst.catalog.DummyFunctionExpressionBuilder$;
import org.apache.spark.sql.catalyst.catalog.DummyFunctionResourceLoader$;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalog;
import org.apache.spark.sql.catalyst.catalog.GlobalTempViewManager;
import org.apache.spark.sql.catalyst.catalog.InMemoryCatalog;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.parser.CatalystSqlParser;
import org.apache.spark.sql.connector.catalog.DefaultCatalogManager;
import scala.runtime.AbstractFunction0;

/**
 * The catalogs that an analyzer insists on. They stay empty: table names are resolved before the
 * analyzer sees a plan. What would load Hadoop's settings or look up this machine's name is built
 * on first use only, and no ordinary query uses it.
 */
final class Catalogs {
  private Catalogs() {}

  static Analyzer analyzer(FunctionRegistry functions) {
    SessionCatalog tables =
        new SessionCatalog(
            new AbstractFunction0<ExternalCatalog>() {
              @Override
              public ExternalCatalog apply() {
                return new InMemoryCatalog(new SparkConf(false), new Configuration(false));
              }
            },
            new AbstractFunction0<GlobalTempViewManager>() {
              @Override
              public GlobalTempViewManager apply() {
                return new GlobalTempViewManager("global_temp");
              }
            },
            functions,
            TableFunctionRegistry$.MODULE$.builtin(),
            null,
            new CatalystSqlParser(),
            DummyFunctionResourceLoader$.MODULE$,
            DummyFunctionExpressionBuilder$.MODULE$,
            0,
            -1,
            "default");
    return new QueryOnlyAnalyzer(new DefaultCatalogManager(FakeV2SessionCatalog$.MODULE$, tables));
  }
}
