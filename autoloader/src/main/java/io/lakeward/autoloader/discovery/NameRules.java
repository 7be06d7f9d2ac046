/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.pipeline.FileSource;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Which names below a source's fixed folder belong to it. A strict pattern is matched name by name;
 * a lax one, as {@code cloud_files} has it, is matched against the beginning of the whole path, and
 * its {@code *} crosses folders.
 */
public final class NameRules {
  static final String COPYING = "._COPYING_";

  private static final List<String> UNFINISHED = List.of(".tmp", ".crdownload", ".filepart");

  private final List<Pattern> names = new ArrayList<>();
  private final boolean foldersOnly;
  private final Optional<Pattern> lax;
  private final Optional<Pattern> ignored;

  /**
   * @param glob the part of the path from its first name with a token on; may be empty
   */
  NameRules(FileSource source, String glob) {
    boolean isStrict =
        !source
            .option("useStrictGlobber")
            .map(String::strip)
            .orElse("true")
            .equalsIgnoreCase("false");
    this.ignored = source.option("ignoredPathSegmentRegex").map(NameRules::pattern);
    this.foldersOnly = isStrict && glob.endsWith("/");
    if (glob.isEmpty() || isStrict) {
      this.lax = Optional.empty();
      for (String name : splitOutsideBraces(glob)) {
        names.add(GlobPattern.compile(name));
      }
    } else {
      this.lax = Optional.of(GlobPattern.compilePrefix(glob.replaceFirst("/+$", "")));
    }
  }

  private static Pattern pattern(String regex) {
    try {
      return Pattern.compile(regex);
    } catch (PatternSyntaxException e) {
      throw new ProjectException(
          SourceProblems.optionValue("ignoredPathSegmentRegex", regex, "a regular expression"), e);
    }
  }

  private static List<String> splitOutsideBraces(String glob) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= glob.length(); i++) {
      char c = i == glob.length() ? '/' : glob.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == '/' && (depth <= 0 || i == glob.length())) {
        if (i > start) {
          parts.add(glob.substring(start, i));
        }
        start = i + 1;
      }
    }
    return parts;
  }

  /** A folder, or a file, that nothing below the source looks at. */
  boolean isHidden(String name) {
    return ignored
            .map(pattern -> pattern.matcher(name).find())
            .orElseGet(() -> isHiddenInSpark(name))
        || name.endsWith(COPYING);
  }

  static boolean isHiddenInSpark(String name) {
    return name.startsWith(".") || (name.startsWith("_") && name.indexOf('=') < 0);
  }

  static boolean isUnfinished(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return UNFINISHED.stream().anyMatch(lower::endsWith);
  }

  /**
   * @param depth 1 for what lies in the fixed folder itself
   */
  boolean mayEnter(String name, int depth) {
    return lax.isPresent() || depth > names.size() || names.get(depth - 1).matcher(name).matches();
  }

  /**
   * @param below the path from the fixed folder on, with slashes
   */
  boolean takes(String below, String name, int depth) {
    if (lax.isPresent()) {
      return lax.get().matcher(below).lookingAt();
    }
    boolean reached = depth > names.size() || (depth == names.size() && !foldersOnly);
    return reached && mayEnter(name, depth);
  }

  /** Whether {@link #takes} looks at the whole path. */
  boolean needsPath() {
    return lax.isPresent();
  }
}
