.DEFAULT_GOAL := help
.PHONY: help build check quick-test format run golden bench differential histories

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Build the program, so that ./lakeward starts at once
	@./lakeward --version

check: ## Run everything that a change has to pass: format, all tests
	@./check

quick-test: ## Run the tests that do not start whole programs
	mvn -q -B test -pl '!system-tests,!benchmarks'

format: ## Format the sources
	mvn -q -B spotless:apply

run: ## Run the first example and look at its result
	./lakeward run examples/01-shipments
	./lakeward sql "SELECT * FROM gold_on_time_kpis ORDER BY month, carrier_id" -C examples/01-shipments

golden: ## Write expected files of golden tests anew; read the difference before committing
	mvn -q -B test -Dgolden.update=true

bench: ## Measure start-up, throughput and increments; writes benchmarks/results/
	./benchmarks/run

differential: ## Compare the embedded engine with Spark on generated inputs
	mvn -q -B test -pl executor-embedded -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest='*Differential*' -Dqueries.count=10000 -Dtpch.scale=0.1 -Dtpcds.scale=0.01 -Ddifferential.full=true

histories: ## Compare AUTO CDC with its rules on 100,000 random histories and as many of snapshots
	mvn -q -B test -pl executor-embedded,executor-spark -am -Dsurefire.failIfNoSpecifiedTests=false -Dtest='RandomHistoriesTest,RandomSnapshotsTest,HistoriesOnSparkTest' -Dcdc.histories=100000
