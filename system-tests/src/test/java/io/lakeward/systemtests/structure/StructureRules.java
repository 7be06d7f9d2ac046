/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.structure;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rules, for any root package: the product's own, or the one that holds the fixtures. A rule
 * that has no fixture to break it is not trusted, so both use the same code.
 */
final class StructureRules {
  /** Who may import whom: the module's package below the root, then what it may see. */
  private static final Map<String, Set<String>> MAY_IMPORT = mayImport();

  /**
   * Public exceptions that never reach a person, with the reason why each one exists. Those that
   * stay within their package need no reason.
   */
  private static final Map<String, String> INNER_EXCEPTIONS =
      Map.of(
          "UnsupportedExpressionException",
          "tells the plan translator why an expression is refused; it becomes a reason, not an"
              + " error",
          "MalformedRecordException",
          "ends the parsing of one record, which is then counted, kept out or rescued",
          "DamagedFileException",
          "an IOException of a file's content; whoever reads the file says what becomes of it");

  private static final Pattern VAGUE_NAME =
      Pattern.compile(".*(Impl|Util|Utils|Helper|Helpers|Manager)");

  private final String root;

  StructureRules(String root) {
    this.root = root;
  }

  static Set<String> moduleNames() {
    return MAY_IMPORT.keySet();
  }

  ArchRule moduleImports(String module) {
    Set<String> allowed = MAY_IMPORT.getOrDefault(module, Set.of());
    List<String> forbidden =
        MAY_IMPORT.keySet().stream()
            .filter(m -> !m.equals(module) && !allowed.contains(m))
            // `executor` is the start of every executor's package
            .map(m -> root + "." + m + "..")
            .toList();
    return noClasses()
        .that()
        .resideInAPackage(root + "." + module + "..")
        .should()
        .dependOnClassesThat(resideInAnyPackage(forbidden.toArray(String[]::new)))
        .because("module " + module + " may import only " + allowed + "; see docs/architecture.md")
        .allowEmptyShould(true);
  }

  ArchRule duckDbOnlyInTheEmbeddedExecutor() {
    return library("org.duckdb..", "DuckDB is an engine; plans reach it through the executor port")
        .apply("executor.embedded");
  }

  ArchRule deltaKernelOnlyBesideTables() {
    return library("io.delta.kernel..", "tables are written and read through module tables")
        .apply("tables", "executor.embedded");
  }

  ArchRule catalystOnlyWherePlansAreValues() {
    return library(
            "org.apache.spark..",
            "a typed plan is the only thing of Spark's that modules share; text and tables need"
                + " none")
        .apply("analysis", "autoloader", "engine", "executor", "cli");
  }

  ArchRule picocliOnlyInTheCommandLine() {
    return library("picocli..", "options and help texts belong to the commands").apply("cli");
  }

  ArchRule terminalOnlyInTheCommandLine() {
    return library("org.jline..", "only a command writes to a terminal").apply("cli");
  }

  ArchRule antlrOnlyInLanguage() {
    return library("org.antlr..", "statements are parsed in one place; queries by Spark's parser")
        .apply("language", "analysis");
  }

  ArchRule yamlOnlyInLanguage() {
    return library("org.yaml..", "settings files are read in one place, which knows line numbers")
        .apply("language");
  }

  ArchRule jacksonOnlyWhereJsonIsStored() {
    return library(
            "com.fasterxml.jackson..",
            "language, analysis and executors deal in records; JSON is a matter of files and"
                + " output, of paths into it, and the form in which nested values cross between"
                + " readers, DuckDB and Catalyst")
        .apply(
            "model.json",
            "analysis.path",
            "tables",
            "autoloader",
            "engine",
            "cli",
            "executor.embedded.expression",
            "executor.spark.scan",
            "executor.spark.stream");
  }

  ArchRule sparkSessionOnlyInTheSparkExecutor() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackage(root + ".executor.spark..")
        .should()
        .dependOnClassesThat(
            describe(
                "are a SparkSession or a SparkContext",
                (JavaClass c) ->
                    c.getName().startsWith("org.apache.spark.")
                        && (c.getSimpleName().equals("SparkSession")
                            || c.getSimpleName().equals("SparkContext"))))
        .because("a query gets its meaning without a running Spark");
  }

  ArchRule noPackageCycles() {
    return slices()
        .matching(root + ".(**)")
        .should()
        .beFreeOfCycles()
        .because("packages that need each other are one package")
        .allowEmptyShould(true);
  }

  ArchRule tellingNames() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .should(
            check(
                "not be named Impl, Util, Helper or Manager",
                (JavaClass c) -> !VAGUE_NAME.matcher(c.getSimpleName()).matches()))
        .because("a name says what the class does");
  }

  ArchRule exceptionsCarryProblems() {
    return classes()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .areAssignableTo(Throwable.class)
        .and()
        .arePublic()
        .should(
            check(
                "extend ProjectException",
                (JavaClass c) ->
                    INNER_EXCEPTIONS.containsKey(c.getSimpleName())
                        || c.getSimpleName().equals("ProjectException")
                        || c.getAllRawSuperclasses().stream()
                            .anyMatch(s -> s.getSimpleName().equals("ProjectException"))))
        .because("every error that a person meets says what, where and how to fix it");
  }

  ArchRule noSleep() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .should()
        .callMethodWhere(
            describe(
                "Thread.sleep",
                call ->
                    call.getTarget().getOwner().isEquivalentTo(Thread.class)
                        && call.getTarget().getName().equals("sleep")))
        .because("waiting is done on what is waited for, or with a clock that tests can turn");
  }

  ArchRule noConsoleOutsideTheCommandLine() {
    return noClasses()
        .that()
        .resideInAPackage(root + "..")
        .and()
        .resideOutsideOfPackage(root + ".cli..")
        .should()
        .accessFieldWhere(
            describe(
                "System.out or System.err",
                access ->
                    access.getTarget().getOwner().isEquivalentTo(System.class)
                        && Set.of("out", "err").contains(access.getTarget().getName())))
        .because("only commands print; --output json must stay one document")
        .allowEmptyShould(true);
  }

  ArchRule noPublicChangeableFields() {
    return fields()
        .that()
        .areDeclaredInClassesThat(inRootAndHandWritten())
        .and()
        .areNotPrivate()
        .should(
            memberCheck(
                "be final",
                (JavaField f) ->
                    f.getModifiers().contains(JavaModifier.FINAL)
                        || f.getModifiers().contains(JavaModifier.SYNTHETIC)))
        .because("state has one owner")
        .allowEmptyShould(true);
  }

  ArchRule noStaticState() {
    return fields()
        .that()
        .areDeclaredInClassesThat(inRootAndHandWritten())
        .and()
        .areStatic()
        .should(
            memberCheck(
                "be final",
                (JavaField f) ->
                    f.getModifiers().contains(JavaModifier.FINAL)
                        || f.getModifiers().contains(JavaModifier.SYNTHETIC)))
        .because("parts are handed over through constructors, not found in statics")
        .allowEmptyShould(true);
  }

  ArchRule noSetters() {
    return methods()
        .that()
        .areDeclaredInClassesThat(inRootAndHandWritten())
        .and()
        .arePublic()
        .should(
            memberCheck(
                "not be a setter",
                (JavaMethod m) ->
                    !(m.getName().matches("set[A-Z].*")
                        && m.getRawParameterTypes().size() == 1
                        && m.getRawReturnType().getName().equals("void")
                        && m.getOwner().getRawInterfaces().isEmpty()
                        && !extendsForeignClass(m.getOwner()))))
        .because("values are made whole; a copy that differs comes from a with… method")
        .allowEmptyShould(true);
  }

  /** What a library's class demands of those that extend it is not ours to name. */
  private boolean extendsForeignClass(JavaClass owner) {
    return owner
        .getRawSuperclass()
        .filter(
            s -> !s.getName().equals("java.lang.Object") && !s.getPackageName().startsWith(root))
        .isPresent();
  }

  private DescribedPredicate<JavaClass> inRootAndHandWritten() {
    return describe(
        "are hand-written classes of " + root,
        c ->
            c.getPackageName().startsWith(root)
                && !c.getPackageName().endsWith(".grammar")
                && !c.isEnum());
  }

  /** Only the named packages below the root may depend on a library. */
  private LibraryRule library(String packages, String reason) {
    return homes ->
        noClasses()
            .that()
            .resideInAPackage(root + "..")
            .and()
            .resideOutsideOfPackages(
                java.util.Arrays.stream(homes)
                    .map(h -> root + "." + h + "..")
                    .toArray(String[]::new))
            .should()
            .dependOnClassesThat()
            .resideInAPackage(packages)
            .because(reason)
            .allowEmptyShould(true);
  }

  private interface LibraryRule {
    ArchRule apply(String... homes);
  }

  private interface Check<T> {
    boolean holds(T item);
  }

  private static ArchCondition<JavaClass> check(String words, Check<JavaClass> check) {
    return new ArchCondition<>(words) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        if (!check.holds(item)) {
          events.add(SimpleConditionEvent.violated(item, item.getName() + " breaks: " + words));
        }
      }
    };
  }

  private static <T extends JavaMember> ArchCondition<T> memberCheck(String words, Check<T> check) {
    return new ArchCondition<>(words) {
      @Override
      public void check(T item, ConditionEvents events) {
        if (!check.holds(item)) {
          events.add(SimpleConditionEvent.violated(item, item.getFullName() + " breaks: " + words));
        }
      }
    };
  }

  private static Map<String, Set<String>> mayImport() {
    Map<String, Set<String>> rules = new LinkedHashMap<>();
    rules.put("model", Set.of());
    rules.put("language", Set.of("model"));
    rules.put("tables", Set.of("model"));
    rules.put("autoloader", Set.of("model"));
    rules.put("analysis", Set.of("model", "language"));
    rules.put("engine", Set.of("model", "language", "analysis", "tables", "autoloader"));
    rules.put("executor", Set.of("model", "analysis", "tables", "autoloader", "engine"));
    rules.put(
        "cli",
        Set.of("model", "language", "analysis", "tables", "autoloader", "engine", "executor"));
    return rules;
  }
}
