/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.docs;

import io.lakeward.systemtests.Repository;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** The names of all types in the source tree, as the docs write them. */
final class SourceTypes {
  private final Set<String> names = new HashSet<>();

  static SourceTypes ofTheProduct() {
    SourceTypes types = new SourceTypes();
    for (Path module : Repository.modules()) {
      Path sources = module.resolve("src/main/java");
      for (Path file : Repository.files(sources, ".java")) {
        types.add(sources.relativize(file));
      }
      for (Path grammar : Repository.files(module.resolve("src/main/antlr4"), ".g4")) {
        types.names.add(grammar.getFileName().toString());
      }
    }
    return types;
  }

  /** {@code Name}, or with as much of its package before it as the page needs. */
  boolean contains(String name) {
    return names.contains(name);
  }

  private void add(Path file) {
    String path = file.toString().replace(".java", "").replace('/', '.');
    names.add(path);
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      names.add(path.substring(dot + 1));
    }
  }
}
