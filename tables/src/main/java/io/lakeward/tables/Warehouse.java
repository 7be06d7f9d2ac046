/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * A folder of Delta tables: {@code <root>/<catalog>/<schema>/<table>}. The folders are the catalog:
 * a table exists if its Delta log does.
 */
public final class Warehouse {
  private final Path root;

  // Whoever asks this warehouse for a table gets the same one, with the state that it has read;
  // flows
  // ask from several threads. A table opened with DeltaTable.at reads its own.
  private final ConcurrentMap<TableName, DeltaTable> tables = new ConcurrentHashMap<>();

  public Warehouse(Path root) {
    this.root = root.toAbsolutePath().normalize();
  }

  public Path root() {
    return root;
  }

  public Path pathOf(TableName name) {
    return root.resolve(FolderNames.encode(name.catalog()))
        .resolve(FolderNames.encode(name.schema()))
        .resolve(FolderNames.encode(name.table()));
  }

  /** The table of that name, be it there already or not. */
  public DeltaTable table(TableName name) {
    return tables.computeIfAbsent(name, n -> DeltaTable.at(pathOf(n)));
  }

  public boolean exists(TableName name) {
    return table(name).exists();
  }

  /** All tables that exist, by name. Names are in lower case, as the folders are. */
  public List<TableName> tables() {
    List<TableName> names = new ArrayList<>();
    for (Path catalog : foldersIn(root)) {
      for (Path schema : foldersIn(catalog)) {
        for (Path table : foldersIn(schema)) {
          TableName name =
              new TableName(
                  FolderNames.decode(catalog),
                  FolderNames.decode(schema),
                  FolderNames.decode(table));
          if (Files.isDirectory(table.resolve(LogFileNames.LOG_FOLDER)) && exists(name)) {
            names.add(name);
          }
        }
      }
    }
    Collections.sort(names);
    return List.copyOf(names);
  }

  private static List<Path> foldersIn(Path folder) {
    List<Path> folders = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        if (FolderNames.isEncoded(entry) && Files.isDirectory(entry)) {
          folders.add(entry);
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw FileProblems.failure("list the folder", folder, new IOException(e));
    } catch (IOException e) {
      throw FileProblems.failure("list the folder", folder, e);
    }
    return folders;
  }
}
