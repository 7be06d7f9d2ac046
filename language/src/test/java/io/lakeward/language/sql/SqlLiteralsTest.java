/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlLiteralsTest {

  @Test
  void escapesMeanWhatTheyMeanInSpark() {
    assertThat(SqlLiterals.stringValue("'a\\tb\\n\\'c\\' \\u00e9 \\U0001F600 \\q \\\\'"))
        .isEqualTo("a\tb\n'c' é 😀 q \\");
    assertThat(SqlLiterals.stringValue("'100\\% \\_x'")).isEqualTo("100\\% \\_x");
  }

  @Test
  void aDoubledQuoteIsOne() {
    assertThat(SqlLiterals.stringValue("'it''s'")).isEqualTo("it's");
    assertThat(SqlLiterals.stringValue("\"say \"\"x\"\"\"")).isEqualTo("say \"x\"");
  }

  @Test
  void rawStringsAndDollarStringsAreTakenAsWritten() {
    assertThat(SqlLiterals.stringValue("r'\\d+'")).isEqualTo("\\d+");
    assertThat(SqlLiterals.stringValue("$$it's$$")).isEqualTo("it's");
  }
}
