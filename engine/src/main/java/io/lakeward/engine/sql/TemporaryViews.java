/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.sql;

import io.lakeward.analysis.query.NameScope;
import io.lakeward.analysis.query.PipelineLookup;
import io.lakeward.analysis.query.QueryAnalyzer;
import io.lakeward.analysis.query.TableReference;
import io.lakeward.engine.catalog.PublishedView;
import io.lakeward.language.sql.SqlCommand;
import io.lakeward.model.name.TableName;
import io.lakeward.model.problem.Problem;
import io.lakeward.model.problem.ProblemCode;
import io.lakeward.model.problem.ProjectException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The views of one session. They are known by one word, go before tables and views of this name,
 * and their queries are evaluated whenever they are read.
 */
final class TemporaryViews {
  private final Map<String, PublishedView> views = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  /** The same tools for queries that see these views too. */
  SessionTools addTo(SessionTools tools) {
    return tools.withScope(
        analyzer -> new Scope(tools.scope().apply(analyzer), analyzer, Set.of()));
  }

  void create(SqlCommand.CreateView create, PublishedView view, SessionTools tools) {
    String name = view.name().table();
    if (views.containsKey(name) && !create.replace()) {
      if (create.ifAbsent()) {
        return;
      }
      throw new ProjectException(
          Problem.of(
                  ProblemCode.TABLE_OR_VIEW_ALREADY_EXISTS,
                  "There is a temporary view " + name + " already.")
              .at(create.where())
              .withFix("Choose another name, or write CREATE OR REPLACE TEMPORARY VIEW."));
    }
    QueryAnalyzer analyzer = tools.analyzer().get();
    Scope scope = new Scope(tools.scope().apply(analyzer), analyzer, Set.of(name));
    SqlSession.at(create.where(), () -> analyzer.analyze(create.query(), scope));
    views.put(name, view);
  }

  Optional<PublishedView> find(TableName name) {
    return Optional.ofNullable(views.get(name.table()));
  }

  Set<String> names() {
    return views.keySet();
  }

  boolean drop(TableName name) {
    return views.remove(name.table()) != null;
  }

  /**
   * @param open the views whose queries are being read
   */
  private final class Scope implements NameScope {
    private final NameScope others;
    private final QueryAnalyzer analyzer;
    private final Set<String> open;

    Scope(NameScope others, QueryAnalyzer analyzer, Set<String> open) {
      this.others = others;
      this.analyzer = analyzer;
      this.open = open;
    }

    @Override
    public Optional<Named> find(TableReference reference) {
      PublishedView view = reference.parts().size() == 1 ? views.get(reference.simpleName()) : null;
      if (reference.parts().size() == 1
          && open.stream().anyMatch(reference.simpleName()::equalsIgnoreCase)) {
        throw new ProjectException(
            Problem.of(
                    ProblemCode.CIRCULAR_DEPENDENCY,
                    "The temporary view " + reference.simpleName() + " reads itself.")
                .at(reference.where())
                .withFix("Give the new view another name."));
      }
      return view == null ? others.find(reference) : Optional.of(expanded(view));
    }

    private Named expanded(PublishedView view) {
      Set<String> inside = new TreeSet<>(open);
      inside.add(view.name().table());
      return new Expanded(
          view.name(), analyzer.analyze(view.text(), new Scope(others, analyzer, inside)).plan());
    }

    @Override
    public Collection<TableName> known() {
      List<TableName> names = new ArrayList<>(others.known());
      views.values().forEach(view -> names.add(view.name()));
      return names;
    }

    @Override
    public PipelineLookup pipelines() {
      return others.pipelines();
    }
  }
}
