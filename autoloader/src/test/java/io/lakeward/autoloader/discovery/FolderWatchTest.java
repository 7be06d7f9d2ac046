/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.autoloader.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lakeward.autoloader.SourceFolder;
import io.lakeward.model.pipeline.FileSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A2: on a local disk folders are listed when something has happened in them. */
class FolderWatchTest {
  @TempDir Path root;
  private FileDiscovery discovery;
  private FileSource source;
  private final Set<Path> known = new HashSet<>();
  private int listings;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectories(root.resolve("in"));
    SourceFolder folder = new SourceFolder(root.resolve("in")).option("format", "json");
    source = folder.source();
    discovery = new FileDiscovery(folder.paths(), "UTC");
    assumeTrue(FolderWatch.isLocal(root), "a disk whose changes all come as events");
    discovery.watchFolders(true);
  }

  @AfterEach
  void close() {
    discovery.watchFolders(false);
  }

  private FileListing look(String reader) {
    return discovery.unlessQuiet(
        source,
        reader,
        () -> {
          listings++;
          return discovery.list(source, known::contains, file -> true);
        });
  }

  /** The names that are found next, and known from then on. */
  private List<String> find() {
    List<DiscoveredFile> files =
        await()
            .pollInterval(Duration.ofMillis(20))
            .until(() -> look("a").files(), found -> !found.isEmpty());
    files.forEach(file -> known.add(file.path()));
    return files.stream().map(f -> f.path().getFileName().toString()).toList();
  }

  private void land(String name) throws IOException {
    Path file = root.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "{}\n");
  }

  private int listingsOf(int looks) {
    listings = 0;
    IntStream.range(0, looks).forEach(i -> assertThat(look("a").files()).isEmpty());
    return listings;
  }

  @Test
  void aQuietFolderIsListedOnce_andEachFileIsFound() throws Exception {
    assertThat(look("a").files()).isEmpty();
    assertThat(listingsOf(50)).isZero();

    land("1.json");
    assertThat(find()).containsExactly("1.json");
    land("day=1/hour=2/2.json");
    assertThat(find()).containsExactly("2.json");
    land("day=1/hour=2/3.json");
    assertThat(find()).containsExactly("3.json");
    Files.move(root.resolve("in/1.json"), root.resolve("in/day=1/4.json"));
    assertThat(find()).containsExactly("4.json");
    Path moved = Files.createDirectories(root.resolve("elsewhere"));
    Files.writeString(moved.resolve("5.json"), "{}\n");
    Files.move(moved, root.resolve("in/moved"));
    assertThat(find()).containsExactly("5.json");
    land("moved/6.json");
    assertThat(find()).containsExactly("6.json");

    await().until(() -> listingsOf(50) == 0);
  }

  @Test
  void aFileThatIsWrittenAnewIsSeen() throws Exception {
    land("1.json");
    find();
    look("a");
    known.clear();
    Files.writeString(root.resolve("in/1.json"), "{}\n", StandardOpenOption.APPEND);
    assertThat(find()).containsExactly("1.json");
  }

  @Test
  void readersRestEachForItself() throws Exception {
    land("1.json");
    assertThat(look("a").files()).hasSize(1);
    known.add(root.resolve("in/1.json"));
    assertThat(look("a").files()).isEmpty();
    known.clear();
    assertThat(look("b").files()).as("what b does not know").hasSize(1);
    assertThat(look("b").files()).as("and has not taken").hasSize(1);
  }

  @Test
  void withoutEventsEachLookIsAListing() {
    FileListing nothing = new FileListing(List.of(), 0, 0);
    try (FolderWatch watch = FolderWatch.on(root)) {
      watch.close();
      for (int i = 0; i < 3; i++) {
        watch.unlessQuiet(
            "a",
            () -> {
              listings++;
              return nothing;
            });
      }
    }
    assertThat(listings).isEqualTo(3);
  }
}
