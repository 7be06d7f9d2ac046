/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import io.lakeward.engine.state.StateFile;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.FileProblems;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Named objects of one kind, each in a small file of its own. Names are equal in any case. */
final class ObjectStore {
  private static final String ENDING = ".json";

  private final Path folder;

  ObjectStore(Path folder) {
    this.folder = folder;
  }

  Optional<JsonNode> find(TableName name) {
    return StateFile.read(file(name));
  }

  void put(TableName name, JsonNode content) {
    StateFile.write(file(name), content);
  }

  /** False if there was nothing of this name. */
  boolean remove(TableName name) {
    Path file = file(name);
    try {
      return Files.deleteIfExists(file);
    } catch (IOException e) {
      throw FileProblems.failure("delete", file, e);
    }
  }

  List<JsonNode> all() {
    List<JsonNode> found = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .sorted()
          .forEach(file -> StateFile.read(file).ifPresent(found::add));
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw FileProblems.failure("list", folder, e);
    }
    return found;
  }

  private Path file(TableName name) {
    String key =
        String.join(
            "\0",
            name.catalog().toLowerCase(Locale.ROOT),
            name.schema().toLowerCase(Locale.ROOT),
            name.table().toLowerCase(Locale.ROOT));
    boolean isPlain = key.replace("\0", "").matches("[a-z0-9_]+") && key.length() < 120;
    return folder.resolve(
        (isPlain
                ? key.replace("\0", ".")
                : "x" + HexFormat.of().formatHex(key.getBytes(StandardCharsets.UTF_8)))
            + ENDING);
  }
}
