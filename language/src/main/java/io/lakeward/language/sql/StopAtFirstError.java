/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.language.sql;

import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.InputMismatchException;
import org.antlr.v4.runtime.NoViableAltException;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.RuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.ATNConfig;
import org.antlr.v4.runtime.misc.IntervalSet;

/**
 * Gives up at the first token that does not fit. ANTLR's guesses about what was meant lead to
 * second and third complaints that are about the guess and not about the text.
 */
final class StopAtFirstError extends DefaultErrorStrategy {

  /** The token that did not fit, and the kinds of token that would have. */
  static final class SyntaxError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Token found;
    private final transient IntervalSet expected;

    SyntaxError(Token found, IntervalSet expected, Throwable cause) {
      super(cause);
      this.found = found;
      this.expected = expected;
    }

    Token found() {
      return found;
    }

    IntervalSet expected() {
      return expected;
    }
  }

  /** A point where the parser could have gone on in another way, with the same token before it. */
  private record Choice(int state, RuleContext context) {}

  private final List<Choice> choices = new ArrayList<>();
  private int choicesAt = -1;

  @Override
  public void reportError(Parser recognizer, RecognitionException e) {
    // Told by the exception that recover throws.
  }

  @Override
  public void recover(Parser recognizer, RecognitionException e) {
    IntervalSet expected = new IntervalSet(expectedAt(recognizer, e));
    throw new SyntaxError(
        e.getOffendingToken(), withChoices(recognizer, e.getOffendingToken(), expected), e);
  }

  @Override
  public Token recoverInline(Parser recognizer) {
    InputMismatchException e = new InputMismatchException(recognizer);
    IntervalSet expected = new IntervalSet(e.getExpectedTokens());
    throw new SyntaxError(
        e.getOffendingToken(), withChoices(recognizer, e.getOffendingToken(), expected), e);
  }

  /**
   * Called where an optional part or a loop begins or ends. Such a part is skipped without a word
   * if the token does not fit it, so what would have fitted is noted here.
   */
  @Override
  public void sync(Parser recognizer) {
    int at = recognizer.getCurrentToken().getTokenIndex();
    if (at != choicesAt) {
      choices.clear();
      choicesAt = at;
    }
    choices.add(new Choice(recognizer.getState(), recognizer.getContext()));
  }

  private IntervalSet withChoices(Parser recognizer, Token found, IntervalSet expected) {
    if (found.getTokenIndex() == choicesAt) {
      for (Choice choice : choices) {
        expected.addAll(recognizer.getATN().getExpectedTokens(choice.state(), choice.context()));
      }
    }
    return expected;
  }

  /**
   * Where the parser could not choose between alternatives, ANTLR names what would have fitted at
   * the point of choice. What would have fitted at the offending token is in the dead ends.
   */
  private static IntervalSet expectedAt(Parser recognizer, RecognitionException e) {
    if (!(e instanceof NoViableAltException noChoice) || noChoice.getDeadEndConfigs() == null) {
      return e.getExpectedTokens();
    }
    IntervalSet expected = new IntervalSet();
    for (ATNConfig config : noChoice.getDeadEndConfigs()) {
      expected.addAll(recognizer.getATN().nextTokens(config.state));
    }
    expected.remove(Token.EPSILON);
    return expected;
  }
}
