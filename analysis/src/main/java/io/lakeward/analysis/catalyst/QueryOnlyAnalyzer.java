/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.analysis.catalyst;

import java.util.List;
import org.apache.spark.sql.catalyst.analysis.Analyzer;
import org.apache.spark.sql.catalyst.analysis.ResolveEventTimeWatermark$;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.connector.catalog.CatalogManager;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Spark's analyzer with those of a Spark session's extra rules that need no session. */
final class QueryOnlyAnalyzer extends Analyzer {
  QueryOnlyAnalyzer(CatalogManager catalogs) {
    super(catalogs, Analyzer.$lessinit$greater$default$2(), Analyzer.$lessinit$greater$default$3());
  }

  @Override
  public Seq<Rule<LogicalPlan>> extendedResolutionRules() {
    return CollectionConverters.asScala(
            List.<Rule<LogicalPlan>>of(ResolveEventTimeWatermark$.MODULE$))
        .toSeq();
  }
}
