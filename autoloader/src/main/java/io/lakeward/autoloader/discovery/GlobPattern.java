/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import io.lakeward.autoloader.problem.SourceProblems;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Hadoop's globs: {@code * ? [abc] [a-z] [^a] {ab,c{de,fh}}}; no token crosses a slash. */
public final class GlobPattern {
  private static final String TOKENS = "*?[{";

  private GlobPattern() {}

  static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> TOKENS.indexOf(c) >= 0);
  }

  /** The patterns that a glob stands for if names are told apart by slashes outside of braces. */
  static List<String> withoutSlashesInBraces(String glob) {
    int open = -1;
    int depth = 0;
    List<Integer> cuts = new ArrayList<>();
    boolean slash = false;
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{' && depth++ == 0) {
        open = i;
        slash = false;
        cuts.clear();
      } else if (c == ',' && depth == 1) {
        cuts.add(i);
      } else if (c == '/' && depth > 0) {
        slash = true;
      } else if (c == '}' && depth > 0 && --depth == 0 && slash) {
        cuts.add(i);
        return alternatives(glob, open, cuts);
      }
    }
    return List.of(glob);
  }

  private static List<String> alternatives(String glob, int open, List<Integer> cuts) {
    List<String> all = new ArrayList<>();
    int start = open + 1;
    for (int cut : cuts) {
      String one = glob.substring(0, open) + glob.substring(start, cut);
      all.addAll(withoutSlashesInBraces(one + glob.substring(cuts.get(cuts.size() - 1) + 1)));
      start = cut + 1;
    }
    return all;
  }

  static Pattern compile(String glob) {
    return compile(glob, "[^/]*");
  }

  /** For the beginning of a whole path, with a star that crosses folders. */
  static Pattern compilePrefix(String glob) {
    return compile(glob, ".*");
  }

  private static Pattern compile(String glob, String star) {
    StringBuilder regex = new StringBuilder();
    int braces = 0;
    for (int i = 0; i < glob.length(); i++) {
      char c = glob.charAt(i);
      switch (c) {
        case '*' -> regex.append(star);
        case '?' -> regex.append("[^/]");
        case '[' -> {
          int end = glob.indexOf(']', i + 2);
          if (end < 0) {
            throw broken(glob, "a [ is not closed");
          }
          regex.append(characterClass(glob.substring(i + 1, end)));
          i = end;
        }
        case '{' -> {
          braces++;
          regex.append("(?:");
        }
        case '}' -> {
          if (braces == 0) {
            regex.append("\\}");
          } else {
            braces--;
            regex.append(')');
          }
        }
        case ',' -> regex.append(braces > 0 ? "|" : ",");
        case '\\' -> {
          i++;
          if (i < glob.length()) {
            regex.append(Pattern.quote(String.valueOf(glob.charAt(i))));
          }
        }
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    if (braces > 0) {
      throw broken(glob, "a { is not closed");
    }
    try {
      return Pattern.compile(regex.toString(), Pattern.DOTALL);
    } catch (PatternSyntaxException e) {
      throw broken(glob, e.getDescription());
    }
  }

  private static String characterClass(String inside) {
    boolean negated = inside.startsWith("^") || inside.startsWith("!");
    String set = negated ? inside.substring(1) : inside;
    return (negated ? "[^/" : "[")
        + set.replace("\\", "\\\\").replace("[", "\\[").replace("&&", "&\\&")
        + "]";
  }

  private static ProjectException broken(String glob, String reason) {
    return new ProjectException(SourceProblems.globInvalid(glob, reason));
  }
}
