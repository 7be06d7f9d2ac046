/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.structure;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.lakeward.systemtests.Repository;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The product keeps every rule, and every rule is seen to catch the fixture that breaks it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class StructureTest {
  private static final String PRODUCT = "io.lakeward";
  private static final String FIXTURES = "io.lakeward.systemtests.fixture";

  private JavaClasses product;

  @TestFactory
  Stream<DynamicTest> theProductKeepsTheRule() {
    JavaClasses classes = product();
    return rules(PRODUCT).entrySet().stream()
        .map(r -> DynamicTest.dynamicTest(r.getKey(), () -> r.getValue().rule().check(classes)));
  }

  @TestFactory
  Stream<DynamicTest> theRuleReportsItsFixture() {
    JavaClasses fixtures = new ClassFileImporter().importPackages(FIXTURES);
    return rules(FIXTURES).entrySet().stream()
        .map(
            r ->
                DynamicTest.dynamicTest(
                    r.getKey() + " reports " + r.getValue().brokenBy(),
                    () ->
                        assertThat(
                                r.getValue()
                                    .rule()
                                    .evaluate(fixtures)
                                    .getFailureReport()
                                    .toString())
                            .contains(r.getValue().brokenBy())));
  }

  @Test
  void testsDoNotSleepEither() {
    List<Path> tests = Repository.testClassFolders();

    if (!tests.isEmpty()) {
      new StructureRules(PRODUCT).noSleep().check(imported(tests));
    }
  }

  @Test
  void everyModuleIsSeen() {
    JavaClasses classes = product();

    assertThat(classes).as("classes of the product; are the modules built?").isNotEmpty();
    assertThat(classes)
        .as("every package belongs to a module that the rules know")
        .allSatisfy(
            c ->
                assertThat(StructureRules.moduleNames())
                    .contains(c.getPackageName().substring(PRODUCT.length() + 1).split("\\.")[0]));
  }

  /** Reading the classes takes longer than all rules together. */
  private JavaClasses product() {
    if (product == null) {
      product = imported(Repository.classFolders());
    }
    return product;
  }

  private static JavaClasses imported(List<Path> folders) {
    return new ClassFileImporter().importPaths(folders);
  }

  private record Checked(ArchRule rule, String brokenBy) {}

  private static Map<String, Checked> rules(String root) {
    StructureRules rules = new StructureRules(root);
    Map<String, Checked> all = new LinkedHashMap<>();
    List<String> modules = new ArrayList<>(StructureRules.moduleNames());
    // The command line may import everything, so its rule cannot be broken by an import.
    modules.remove("cli");
    for (String module : modules) {
      all.put(
          "imports of " + module,
          new Checked(rules.moduleImports(module), "." + module + ".ReachesUp"));
    }
    all.put("DuckDB", new Checked(rules.duckDbOnlyInTheEmbeddedExecutor(), "OpensDuckDb"));
    all.put("Delta Kernel", new Checked(rules.deltaKernelOnlyBesideTables(), "AsksDeltaKernel"));
    all.put("Catalyst", new Checked(rules.catalystOnlyWherePlansAreValues(), "HoldsAPlan"));
    all.put("picocli", new Checked(rules.picocliOnlyInTheCommandLine(), "HasAnOption"));
    all.put("JLine", new Checked(rules.terminalOnlyInTheCommandLine(), "DrawsOnTheTerminal"));
    all.put("ANTLR", new Checked(rules.antlrOnlyInLanguage(), "ParsesAgain"));
    all.put("SnakeYAML", new Checked(rules.yamlOnlyInLanguage(), "ReadsYaml"));
    all.put("Jackson", new Checked(rules.jacksonOnlyWhereJsonIsStored(), "WritesJson"));
    all.put("SparkSession", new Checked(rules.sparkSessionOnlyInTheSparkExecutor(), "StartsSpark"));
    all.put("package cycles", new Checked(rules.noPackageCycles(), "OneHalf"));
    all.put("telling names", new Checked(rules.tellingNames(), "PathUtils"));
    all.put("exceptions", new Checked(rules.exceptionsCarryProblems(), "BareException"));
    all.put("sleep", new Checked(rules.noSleep(), "Sleeps"));
    all.put("console", new Checked(rules.noConsoleOutsideTheCommandLine(), "Prints"));
    all.put("fields", new Checked(rules.noPublicChangeableFields(), "HasAnOpenField"));
    all.put("static state", new Checked(rules.noStaticState(), "RemembersForAll"));
    all.put("setters", new Checked(rules.noSetters(), "CanBeChanged"));
    return all;
  }
}
