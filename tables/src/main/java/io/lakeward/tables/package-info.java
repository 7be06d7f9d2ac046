/**
 * Delta tables in a folder tree. Read {@link io.lakeward.tables.Warehouse}, {@link
 * io.lakeward.tables.DeltaTable}, {@link io.lakeward.tables.TableSnapshot} and {@link
 * io.lakeward.tables.TableTransaction}, in this order.
 *
 * <p>Invariant: a version of a table is written once, whole, or not at all, whoever else writes.
 */
@NullMarked
package io.lakeward.tables;

import org.jspecify.annotations.NullMarked;
