/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** A logger of warnings and errors. */
@SuppressWarnings("serial")
final class FileLogger extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1L;

  FileLogger(String name) {
    this.name = name;
  }

  @Override
  protected String getFullyQualifiedCallerName() {
    return FileLogger.class.getName();
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      @Nullable String message,
      Object @Nullable [] arguments,
      @Nullable Throwable fault) {
    String text = MessageFormatter.basicArrayFormat(message, arguments);
    FileLog.log(level.name(), name, String.valueOf(text), fault);
  }

  @Override
  public boolean isTraceEnabled() {
    return false;
  }

  @Override
  public boolean isDebugEnabled() {
    return false;
  }

  @Override
  public boolean isInfoEnabled() {
    return false;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
