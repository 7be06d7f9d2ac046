/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import java.util.List;

/**
 * What a look into a source's folders has found.
 *
 * @param files those that are wanted, by modification time and path
 * @param hidden names passed over because of how they begin, folders among them
 * @param unfinished names passed over because their ending says that they are still written
 */
public record FileListing(List<DiscoveredFile> files, long hidden, long unfinished) {
  public FileListing {
    files = List.copyOf(files);
  }
}
