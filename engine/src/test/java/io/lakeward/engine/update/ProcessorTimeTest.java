/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.update;

import static io.lakeward.engine.update.ProcessorTime.millisBetween;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakeward.engine.update.ProcessorTime.Moment;
import org.junit.jupiter.api.Test;

class ProcessorTimeTest {
  private long nanos = 5;
  private final ProcessorTime time = new ProcessorTime(() -> nanos);

  @Test
  void aTableThatIsAloneHasAllOfIt() {
    time.enter();
    Moment start = time.now();
    nanos += 3_000_000;
    assertThat(millisBetween(start, time.now())).hasValue(3);
    Moment second = time.now();
    nanos += 2_000_000;
    assertThat(millisBetween(second, time.now())).hasValue(2);
  }

  @Test
  void whatTablesShareIsNotTold() {
    time.enter();
    Moment alone = time.now();
    time.enter();
    Moment shared = time.now();
    assertThat(millisBetween(alone, shared)).isEmpty();
    time.leave();
    assertThat(millisBetween(alone, time.now())).isEmpty();
    assertThat(millisBetween(shared, time.now())).isEmpty();
    Moment aloneAgain = time.now();
    assertThat(millisBetween(aloneAgain, time.now())).hasValue(0);
  }

  @Test
  void anUnknownTimeIsNotTold() {
    ProcessorTime unknown = ProcessorTime.unknown();
    assertThat(millisBetween(unknown.now(), unknown.now())).isEmpty();
    assertThat(millisBetween(Moment.UNKNOWN, time.now())).isEmpty();
  }

  @Test
  void theProcessTellsIt() {
    ProcessorTime process = ProcessorTime.ofThisProcess();
    assertThat(millisBetween(process.now(), process.now())).isPresent();
  }
}
