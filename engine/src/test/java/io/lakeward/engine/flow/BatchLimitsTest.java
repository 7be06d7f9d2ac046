/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.engine.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakeward.model.pipeline.FileSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BatchLimitsTest {
  @Test
  void aBatchTakesAThousandFilesUnlessToldOtherwise() {
    BatchLimits limits = limits(Map.of());

    assertThat(limits.allow(999, Long.MAX_VALUE)).isTrue();
    assertThat(limits.allow(1000, 0)).isFalse();
  }

  @Test
  void theFileThatReachesTheByteLimitBelongsToTheBatch() {
    BatchLimits limits = limits(Map.of("maxBytesPerTrigger", "10k"));

    assertThat(limits.allow(3, 10 * 1024 - 1)).isTrue();
    assertThat(limits.allow(3, 10 * 1024)).isFalse();
  }

  @Test
  void aBatchAlwaysTakesOneFile() {
    assertThat(limits(Map.of("maxBytesPerTrigger", "1")).allow(0, 0)).isTrue();
  }

  @Test
  void namesTheOptionThatHasAWrongValue() {
    assertThatThrownBy(() -> limits(Map.of("maxFilesPerTrigger", "-1")))
        .hasMessageContaining("SOURCE_OPTION_INVALID")
        .hasMessageContaining("maxFilesPerTrigger");
  }

  private static BatchLimits limits(Map<String, String> options) {
    return BatchLimits.of(new FileSource("/f", options));
  }
}
