/**
 * The generated lexer and parser of pipeline statements. Generated code says nothing about null, so
 * this package makes no promise about it either.
 */
@NullUnmarked
package io.lakeward.language.sql.grammar;

import org.jspecify.annotations.NullUnmarked;
