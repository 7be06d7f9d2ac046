/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.model.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DidYouMeanTest {

  @Test
  void theNearestWordIsFound() {
    assertThat(DidYouMean.closest("custmers", List.of("orders", "customers", "custom")))
        .contains("customers");
  }

  @Test
  void exchangedNeighboursAreOneSlip() {
    assertThat(DidYouMean.closest("nmae", List.of("name"))).contains("name");
  }

  @Test
  void letterCaseDoesNotMatterInAnyLocale() {
    assertThat(DidYouMean.closest("LIVE_ID", List.of("live_id"))).contains("live_id");
  }

  @Test
  void aWordThatIsFarAwayIsNotOffered() {
    assertThat(DidYouMean.closest("colour", List.of("name", "catalog"))).isEmpty();
    assertThat(DidYouMean.closest("ab", List.of("xy"))).isEmpty();
    assertThat(DidYouMean.closest("a", List.of())).isEmpty();
  }
}
