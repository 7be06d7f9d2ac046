/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.source.SourceFile;
import io.lakeward.model.source.SourceSpan;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.nodes.Node;

/** Turns SnakeYAML's marks, which count code points, into places in the settings file. */
final class YamlPlaces {
  private final SourceFile file;

  YamlPlaces(SourceFile file) {
    this.file = file;
  }

  SourceSpan of(Node node) {
    int start = offset(node.getStartMark());
    return file.span(start, Math.max(start, offset(node.getEndMark())));
  }

  SourceSpan of(@Nullable Mark mark) {
    int at = mark == null ? 0 : offset(mark);
    return file.span(at, at);
  }

  private int offset(Mark mark) {
    String text = file.text();
    int points = Math.min(mark.getIndex(), text.codePointCount(0, text.length()));
    return text.offsetByCodePoints(0, points);
  }
}
