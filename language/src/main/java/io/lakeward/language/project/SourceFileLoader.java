/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.project;

import io.lakeward.model.problem.Problems;
import io.lakeward.model.source.SourceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Loads files of a project as text. A file is UTF-8 or it is refused: guessing damages data. */
final class SourceFileLoader {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private final Path root;
  private final Problems problems;

  SourceFileLoader(Path root, Problems problems) {
    this.root = root;
    this.problems = problems;
  }

  /** The file at a path relative to the project; empty if it cannot be read, which is reported. */
  Optional<SourceFile> load(String path) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(root.resolve(path));
    } catch (IOException e) {
      problems.add(ProjectProblems.fileUnreadable(path, e));
      return Optional.empty();
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String decoded = out.flip().toString();
    String text =
        !decoded.isEmpty() && decoded.charAt(0) == BYTE_ORDER_MARK ? decoded.substring(1) : decoded;
    SourceFile file = new SourceFile(path, text);
    if (result.isError()) {
      problems.add(ProjectProblems.notUtf8(file.span(text.length(), text.length()), in.position()));
      return Optional.empty();
    }
    return Optional.of(file);
  }
}
