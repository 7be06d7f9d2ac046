/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.queries;

import io.lakeward.executor.embedded.SparkComparison;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The eight tables of TPC-H, generated. */
final class TpchTables {
  private static final Map<String, String> COLUMNS =
      Map.of(
          "region",
          "r_regionkey bigint, r_name string, r_comment string",
          "nation",
          "n_nationkey bigint, n_name string, n_regionkey bigint, n_comment string",
          "supplier",
          "s_suppkey bigint, s_name string, s_address string, s_nationkey bigint, s_phone string,"
              + " s_acctbal decimal(15, 2), s_comment string",
          "customer",
          "c_custkey bigint, c_name string, c_address string, c_nationkey bigint, c_phone string,"
              + " c_acctbal decimal(15, 2), c_mktsegment string, c_comment string",
          "part",
          "p_partkey bigint, p_name string, p_mfgr string, p_brand string, p_type string,"
              + " p_size int, p_container string, p_retailprice decimal(15, 2), p_comment string",
          "partsupp",
          "ps_partkey bigint, ps_suppkey bigint, ps_availqty int, ps_supplycost decimal(15, 2),"
              + " ps_comment string",
          "orders",
          "o_orderkey bigint, o_custkey bigint, o_orderstatus string, o_totalprice decimal(15, 2),"
              + " o_orderdate date, o_orderpriority string, o_clerk string, o_shippriority int,"
              + " o_comment string",
          "lineitem",
          "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int,"
              + " l_quantity decimal(15, 2), l_extendedprice decimal(15, 2),"
              + " l_discount decimal(15, 2), l_tax decimal(15, 2), l_returnflag string,"
              + " l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date,"
              + " l_shipinstruct string, l_shipmode string, l_comment string");

  private TpchTables() {}

  /**
   * @param scale 1 for about 6,000,000 line items
   */
  static void create(SparkComparison both, Path folder, double scale) throws IOException {
    for (TpchTable<?> table : TpchTable.getTables()) {
      String name = table.getTableName();
      Path text = folder.resolve(name + ".tbl");
      try (BufferedWriter out = Files.newBufferedWriter(text)) {
        for (TpchEntity row : table.createGenerator(scale, 1, 1)) {
          out.write(row.toLine());
          out.newLine();
        }
      }
      both.spark()
          .read()
          .schema(COLUMNS.get(name))
          .option("sep", "|")
          .csv(text.toString())
          .createOrReplaceTempView("text_of_" + name);
      both.table(name, "select * from text_of_" + name);
      Files.delete(text);
    }
  }
}
