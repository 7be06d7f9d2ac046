/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.embedded.expression;

import io.lakeward.executor.embedded.expression.NativeFunctions.Rule;
import io.lakeward.executor.embedded.expression.NativeFunctions.Scope;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.catalyst.expressions.Concat;
import org.apache.spark.sql.catalyst.expressions.ConcatWs;
import org.apache.spark.sql.catalyst.expressions.Contains;
import org.apache.spark.sql.catalyst.expressions.EndsWith;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Length;
import org.apache.spark.sql.catalyst.expressions.Like;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.OctetLength;
import org.apache.spark.sql.catalyst.expressions.StartsWith;
import org.apache.spark.sql.catalyst.expressions.StringReplace;
import org.apache.spark.sql.catalyst.expressions.StringTrim;
import org.apache.spark.sql.catalyst.expressions.StringTrimLeft;
import org.apache.spark.sql.catalyst.expressions.StringTrimRight;
import org.apache.spark.sql.catalyst.expressions.Substring;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.StringType;
import org.jspecify.annotations.Nullable;

/**
 * Functions on strings, which both engines count by code point and compare by byte. Case mapping
 * differs and is left to Catalyst.
 */
final class NativeStrings {
  private NativeStrings() {}

  static void addTo(Map<Class<?>, Rule> rules) {
    rules.put(Length.class, (e, s) -> length(((Length) e).child(), "length", s));
    rules.put(OctetLength.class, (e, s) -> length(((OctetLength) e).child(), "octet_length", s));
    rules.put(Concat.class, (e, s) -> concat(e, s));
    rules.put(ConcatWs.class, (e, s) -> concatWs(e, s));
    rules.put(Substring.class, (e, s) -> substring((Substring) e, s));
    rules.put(
        StringTrim.class,
        (e, s) -> trim("trim", ((StringTrim) e).srcStr(), ((StringTrim) e).trimStr(), s));
    rules.put(
        StringTrimLeft.class,
        (e, s) -> trim("ltrim", ((StringTrimLeft) e).srcStr(), ((StringTrimLeft) e).trimStr(), s));
    rules.put(
        StringTrimRight.class,
        (e, s) ->
            trim("rtrim", ((StringTrimRight) e).srcStr(), ((StringTrimRight) e).trimStr(), s));
    rules.put(StartsWith.class, stringsOnly("starts_with"));
    rules.put(EndsWith.class, stringsOnly("ends_with"));
    rules.put(Contains.class, stringsOnly("contains"));
    rules.put(StringReplace.class, (e, s) -> replace(e, s));
    rules.put(Like.class, (e, s) -> like((Like) e, s));
  }

  private static boolean areStrings(Expression e) {
    return Trees.children(e).stream().allMatch(child -> child.dataType() instanceof StringType);
  }

  private static String list(Expression e, Scope s, String separator) {
    return Trees.children(e).stream().map(s::of).collect(Collectors.joining(separator));
  }

  private static Rule stringsOnly(String function) {
    return (e, s) -> areStrings(e) ? function + "(" + list(e, s, ", ") + ")" : null;
  }

  private static String length(Expression child, String textFunction, Scope s) {
    String function =
        child.dataType() instanceof BinaryType
            ? "octet_length"
            : textFunction.equals("length") ? "length" : "strlen";
    return "CAST(" + function + "(" + s.of(child) + ") AS INTEGER)";
  }

  private static @Nullable String concat(Expression e, Scope s) {
    return areStrings(e) && !Trees.children(e).isEmpty() ? "(" + list(e, s, " || ") + ")" : null;
  }

  private static @Nullable String concatWs(Expression e, Scope s) {
    return areStrings(e) && Trees.children(e).size() > 1
        ? "concat_ws(" + list(e, s, ", ") + ")"
        : null;
  }

  private static @Nullable String substring(Substring e, Scope s) {
    Integer position = constant(e.pos());
    Integer length = constant(e.len());
    if (!(e.str().dataType() instanceof StringType)
        || position == null
        || length == null
        || position < 0
        || length < 0) {
      return null;
    }
    return "substring(" + s.of(e.str()) + ", " + Math.max(position, 1) + ", " + length + ")";
  }

  private static @Nullable Integer constant(Expression e) {
    return e instanceof Literal literal && literal.value() instanceof Integer number
        ? number
        : null;
  }

  private static @Nullable String trim(
      String function, Expression source, scala.Option<Expression> characters, Scope s) {
    Optional<Expression> trimmed = ExpressionTranslator.optional(characters);
    return trimmed.isPresent() ? null : function + "(" + s.of(source) + ", ' ')";
  }

  private static @Nullable String replace(Expression e, Scope s) {
    List<Expression> parts = Trees.children(e);
    boolean plain =
        areStrings(e)
            && parts.get(1) instanceof Literal search
            && search.value() != null
            && !search.value().toString().isEmpty();
    return plain ? "replace(" + list(e, s, ", ") + ")" : null;
  }

  /** Without an escape character both engines mean the same pattern. */
  private static @Nullable String like(Like e, Scope s) {
    boolean plain =
        e.right() instanceof Literal literal
            && literal.value() != null
            && literal.value().toString().indexOf(e.escapeChar()) < 0;
    return plain && areStrings(e) ? "(" + s.of(e.left()) + " LIKE " + s.of(e.right()) + ")" : null;
  }
}
