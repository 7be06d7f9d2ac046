/**
 * From a project folder to one pipeline definition. Reading order: {@link
 * io.lakeward.language.project.PipelineReader}, {@link io.lakeward.language.project.ProjectReader},
 * {@link io.lakeward.language.project.DefinitionAssembler}. Problems are collected over the whole
 * folder.
 */
@NullMarked
package io.lakeward.language.project;

import org.jspecify.annotations.NullMarked;
