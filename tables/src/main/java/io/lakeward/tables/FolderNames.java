/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.tables;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Turns names into folder names that every file system takes and keeps apart: lower case, and
 * escaped like a URL beyond letters, digits, {@code _}, {@code -} and {@code .} inside.
 */
final class FolderNames {
  private FolderNames() {}

  static String encode(String name) {
    byte[] bytes = name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
    StringBuilder folder = new StringBuilder();
    for (int i = 0; i < bytes.length; i++) {
      char c = (char) (bytes[i] & 0xFF);
      // Windows drops a dot at the end, and a dot at the start hides a folder.
      boolean edge = i == 0 || i == bytes.length - 1;
      if (isPlain(c) || (c == '.' && !edge)) {
        folder.append(c);
      } else {
        folder.append(String.format(Locale.ROOT, "%%%02x", (int) c));
      }
    }
    return folder.toString();
  }

  static String decode(Path folder) {
    String text = String.valueOf(folder.getFileName());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '%') {
        bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(text.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** False for folders that no name leads to, such as those of other programs. */
  static boolean isEncoded(Path folder) {
    String text = String.valueOf(folder.getFileName());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '%') {
        if (i + 2 >= text.length() || hex(text.charAt(i + 1)) < 0 || hex(text.charAt(i + 2)) < 0) {
          return false;
        }
        i += 2;
      } else if (!isPlain(c) && c != '.') {
        return false;
      }
    }
    return encode(decode(folder)).equals(text);
  }

  private static int hex(char c) {
    return Character.digit(c, 16);
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  }
}
