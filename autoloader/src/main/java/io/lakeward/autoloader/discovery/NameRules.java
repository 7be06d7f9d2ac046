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

  /** A pattern for each name of a path; more than one such path if braces have slashes in them. */
  private final List<List<Pattern>> paths = new ArrayList<>();

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
      for (String path : GlobPattern.withoutSlashesInBraces(glob)) {
        paths.add(splitOutsideBraces(path).stream().map(GlobPattern::compile).toList());
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
    return lax.isPresent() || paths.stream().anyMatch(names -> mayBe(names, name, depth));
  }

  private static boolean mayBe(List<Pattern> names, String name, int depth) {
    return depth > names.size() || names.get(depth - 1).matcher(name).matches();
  }

  /**
   * @param below the path from the fixed folder on, with slashes
   */
  boolean takes(String below, String name, int depth) {
    if (lax.isPresent()) {
      return lax.get().matcher(below).lookingAt();
    }
    return paths.stream().anyMatch(names -> takes(names, below, name, depth));
  }

  private boolean takes(List<Pattern> names, String below, String name, int depth) {
    boolean reached = depth > names.size() || (depth == names.size() && !foldersOnly);
    if (!reached || !mayBe(names, name, depth)) {
      return false;
    }
    if (paths.size() == 1) {
      // The folders above were entered because they match.
      return true;
    }
    String[] above = below.split("/");
    for (int i = 0; i < Math.min(names.size(), above.length); i++) {
      if (!names.get(i).matcher(above[i]).matches()) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@link #takes} looks at the whole path. */
  boolean needsPath() {
    return lax.isPresent() || paths.size() > 1;
  }
}
