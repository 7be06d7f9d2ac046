/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that was probably meant where an unknown one was written. */
public final class DidYouMean {
  private DidYouMean() {}

  /**
   * The candidate nearest to {@code wrong}, ignoring letter case, if it is near enough to be a slip
   * of the keys: one edit in three letters. An exchange of two neighbours counts as one edit.
   */
  public static Optional<String> closest(String wrong, Collection<String> candidates) {
    String word = wrong.toLowerCase(Locale.ROOT);
    int limit = Math.max(1, word.length() / 3);
    String best = null;
    int bestDistance = limit + 1;
    for (String candidate : candidates) {
      int distance = distance(word, candidate.toLowerCase(Locale.ROOT), bestDistance);
      if (distance < bestDistance) {
        bestDistance = distance;
        best = candidate;
      }
    }
    return Optional.ofNullable(best);
  }

  private static int distance(String a, String b, int tooFar) {
    if (Math.abs(a.length() - b.length()) >= tooFar) {
      return tooFar;
    }
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      edits[i][0] = i;
    }
    for (int j = 0; j <= b.length(); j++) {
      edits[0][j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        edits[i][j] =
            Math.min(Math.min(edits[i - 1][j], edits[i][j - 1]) + 1, edits[i - 1][j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
        }
      }
    }
    return edits[a.length()][b.length()];
  }
}
