/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import java.util.List;
import org.junit.jupiter.api.Test;

class SqlStatementSplitterTest {

  @Test
  void SQL_104_semicolonsPartStatements() {
    assertThat(split("SELECT 1;\n SELECT 2 ;SELECT 3"))
        .containsExactly("SELECT 1", "SELECT 2", "SELECT 3");
  }

  @Test
  void statementsOfNothingAreLeftOut() {
    assertThat(split("")).isEmpty();
    assertThat(split(" ; -- only a comment\n;/* and another */;")).isEmpty();
  }

  @Test
  void semicolonsInStringsDoNotCount() {
    assertThat(split("a 'x;y' b; c \"x;y\" d")).containsExactly("a 'x;y' b", "c \"x;y\" d");
  }

  @Test
  void aBackslashHidesTheQuoteBehindIt() {
    assertThat(split("a 'it\\'s; fine'; b")).containsExactly("a 'it\\'s; fine'", "b");
    assertThat(split("a '\\\\'; b")).containsExactly("a '\\\\'", "b");
  }

  @Test
  void aDoubledQuoteIsPartOfTheString() {
    assertThat(split("a 'it''s; fine'; b")).containsExactly("a 'it''s; fine'", "b");
  }

  @Test
  void aRawStringKnowsNoEscapes() {
    assertThat(split("a r'\\'; b")).containsExactly("a r'\\'", "b");
  }

  @Test
  void semicolonsInBackQuotedNamesDoNotCount() {
    assertThat(split("a `x;``;y`; b")).containsExactly("a `x;``;y`", "b");
  }

  @Test
  void semicolonsInCommentsDoNotCount() {
    assertThat(split("a -- x; y\n b; c /* ; /* ; */ ; */ d; e"))
        .containsExactly("a -- x; y\n b", "c /* ; /* ; */ ; */ d", "e");
  }

  @Test
  void semicolonsBetweenDollarSignsDoNotCount() {
    assertThat(split("a $$ it's; fine $$; b")).containsExactly("a $$ it's; fine $$", "b");
  }

  @Test
  void commentSignsInStringsDoNotCount() {
    assertThat(split("a '--'; b '/*'; c")).containsExactly("a '--'", "b '/*'", "c");
  }

  @Test
  void placesAreRightBehindCharactersOfTwoUnits() {
    SourceFile file = new SourceFile("a.sql", "SELECT '😀';\r\nSELECT 2;");

    List<SourceSpan> statements = new SqlStatementSplitter().split(file);

    assertThat(statements.get(1).text()).isEqualTo("SELECT 2");
    assertThat(statements.get(1)).hasToString("a.sql:2:1");
  }

  @Test
  void commentsAroundAStatementAreNotPartOfIt() {
    SourceFile file = new SourceFile("a.sql", "-- first\n  SELECT 1 -- last\n;");

    List<SourceSpan> statements = new SqlStatementSplitter().split(file);

    assertThat(statements).singleElement().hasToString("a.sql:2:3");
    assertThat(statements.get(0).text()).isEqualTo("SELECT 1");
  }

  private static List<String> split(String text) {
    return new SqlStatementSplitter()
        .split(new SourceFile("a.sql", text)).stream().map(SourceSpan::text).toList();
  }
}
