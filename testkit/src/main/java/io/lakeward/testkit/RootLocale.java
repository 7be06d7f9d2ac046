/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.testkit;

import java.util.Locale;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Tests of a class run by no country's rules, as the program does; for libraries that change the
 * case of words by the rules of the machine's country, such as Spark's parser, which knows no
 * Turkish MİNUTE.
 */
public final class RootLocale implements BeforeAllCallback, AfterAllCallback {
  private final Locale machine = Locale.getDefault();

  @Override
  public void beforeAll(ExtensionContext context) {
    Locale.setDefault(Locale.ROOT);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Locale.setDefault(machine);
  }
}
