/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.name.TableName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarehouseTest {
  @TempDir Path root;

  @Test
  void aNameLeadsToAFolderInLowerCaseWhateverTheLocale() {
    Warehouse warehouse = new Warehouse(root);

    assertThat(warehouse.pathOf(new TableName("MAIN", "Default", "INDEX")))
        .isEqualTo(root.resolve("main/default/index"));
    assertThat(warehouse.table(new TableName("main", "s", "T")))
        .isSameAs(warehouse.table(new TableName("MAIN", "S", "t")));
  }

  @Test
  void oddNamesAreEscapedAndDoNotLeaveTheirFolder() {
    Warehouse warehouse = new Warehouse(root);

    assertThat(warehouse.pathOf(new TableName("..", "a/b", "ü 1.x.")))
        .isEqualTo(root.resolve("%2e%2e").resolve("a%2fb").resolve("%c3%bc%201.x%2e"));
  }

  @Test
  void onlyTablesWithALogAreListed() throws IOException {
    Warehouse warehouse = new Warehouse(root.resolve("w"));
    assertThat(warehouse.tables()).isEmpty();
    TableName odd = new TableName("main", "my schema", "ü.t");
    TableName plain = new TableName("main", "a", "Orders");
    Fixture.append(warehouse.table(odd), 1);
    Fixture.append(warehouse.table(plain), 1);
    Files.createDirectories(warehouse.pathOf(new TableName("main", "a", "empty")));
    Files.createDirectories(warehouse.root().resolve(".cache/x/y/_delta_log"));
    Files.createFile(warehouse.root().resolve("notes.txt"));

    assertThat(warehouse.tables()).containsExactly(plain, odd);
    assertThat(warehouse.exists(new TableName("MAIN", "A", "ORDERS"))).isTrue();
    assertThat(warehouse.exists(new TableName("main", "a", "empty"))).isFalse();
  }

  @Test
  void aFolderThatCannotBeMadeIsAProblem() throws IOException {
    Path file = Files.createFile(root.resolve("file"));

    assertThatThrownBy(() -> DeltaTable.at(file.resolve("t")).newDataFilePath())
        .hasMessageContainingAll("IO_FAILED", "file");
  }
}
