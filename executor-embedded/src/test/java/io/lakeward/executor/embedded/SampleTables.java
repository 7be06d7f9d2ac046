/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded;

/** Small tables with NULLs, duplicates, NaN and negative zero. */
public final class SampleTables {
  private SampleTables() {}

  public static void create(SparkComparison both) {
    both.spark().sql("set spark.sql.parquet.outputTimestampType=INT96");
    both.table("t", rows(30, 7));
    both.spark().sql("set spark.sql.parquet.outputTimestampType=TIMESTAMP_MICROS");
    both.table("u", rows(20, 13));
    both.table(
        "n",
        """
        select id,
          case id % 5 when 0 then null when 1 then array() when 2 then array(1, null) else array(cast(id as int), 2, 3) end as xs,
          case id % 4 when 0 then null when 1 then map() else map('k', cast(id as int), 'l', null) end as mp,
          case id % 4 when 0 then null when 1 then array() else array(named_struct('p', cast(id as int), 'q', 'x'), null) end as ss,
          case when id % 3 = 0 then null else named_struct('x', cast(id as int), 'y', 'é') end as st
        from range(8)
        """);
  }

  private static String rows(int count, int seed) {
    return """
        select
          cast(if(id * %2$d %% 6 = 5, null, id * %2$d %% 6) as int) as a,
          cast(if(id * %2$d %% 5 = 4, null, id * %2$d %% 5) as int) as b,
          cast(id * 31 %% 1000 as bigint) as c,
          case id * %2$d %% 5 when 0 then null when 1 then '' when 2 then 'İi' when 3 then 'x' else 'ß' end as s,
          case id * %2$d %% 7 when 0 then null when 1 then double('NaN') when 2 then -0.0D when 3 then 0.0D when 4 then double('Infinity') else id / 4.0D end as d,
          cast(case id * %2$d %% 7 when 0 then null when 1 then 'NaN' when 2 then '-0.0' when 3 then '0' else id / 2 end as float) as f,
          cast(if(id %% 4 = 0, null, id / 3) as decimal(10, 2)) as m,
          if(id %% 3 = 0, null, id %% 2 = 0) as bo,
          timestamp_micros(1580000000000000 + id * 86400123456) as ts,
          cast('2020-03-08 02:30:00' as timestamp_ntz) + make_dt_interval(cast(id as int)) as nt,
          date_add(date '2019-12-30', cast(id as int)) as dt,
          cast(cast(id %% 3 as string) as binary) as bi
        from range(%1$d)
        """
        .formatted(count, seed);
  }
}
