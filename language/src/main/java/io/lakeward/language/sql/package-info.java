/**
 * From the text of a SQL file to datasets and flows. Reading order: {@link
 * io.lakeward.language.sql.SqlFileReader}, {@link io.lakeward.language.sql.SqlStatementSplitter},
 * {@link io.lakeward.language.sql.SqlDeclarations}. Every problem and every piece of SQL that
 * leaves this package carries its place in the user's file, also after parameters were put in.
 */
@NullMarked
package io.lakeward.language.sql;

import org.jspecify.annotations.NullMarked;
