/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.session;

import io.lakeward.executor.spark.failure.SparkProblems;
import io.lakeward.model.problem.ProjectException;
import java.io.File;
import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.classic.SparkSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts Spark once, when it is first needed, and gives each query a session of its own. */
public final class SparkSessions implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SparkSessions.class);

  /** What Spark calls a program to which no master has given a name. */
  private static final String NEVER_REGISTERED = "spark-application-";

  private final String master;
  private final Map<String, String> settings;
  private final String zone;
  private final Path folder;
  private @Nullable SparkSession root;

  /**
   * @param settings Spark's, as the pipeline has them
   * @param folder for what Spark spills
   */
  public SparkSessions(String master, Map<String, String> settings, String zone, Path folder) {
    this.master = master;
    this.settings = new TreeMap<>(settings);
    this.zone = zone;
    this.folder = folder;
  }

  /** A session with settings of its own. */
  public SparkSession open(Map<String, String> own) {
    try {
      SparkSession session = root().cloneSession();
      own.forEach(
          (key, value) -> {
            if (session.conf().isModifiable(key)) {
              session.conf().set(key, value);
            }
          });
      return session;
    } catch (IllegalStateException e) {
      // A cluster that does not let a program in stops the program's Spark on a thread of its own.
      throw SparkProblems.notLetIn(master, e);
    }
  }

  private synchronized SparkSession root() {
    SparkSession started = root;
    if (started == null || started.sparkContext().isStopped()) {
      started = start();
      root = started;
    }
    return started;
  }

  private SparkSession start() {
    LOG.info("Spark starts with the master {}", master);
    StandaloneMasters.whyUnreachable(master)
        .ifPresent(
            reason -> {
              throw SparkProblems.unreachable(master, reason);
            });
    SparkSession session;
    try {
      session = SparkSession.builder().config(configuration()).getOrCreate();
    } catch (LinkageError e) {
      throw SparkProblems.missing(e);
    } catch (ProjectException e) {
      throw e;
    } catch (Exception e) { // Scala throws checked exceptions undeclared
      throw isStopOfItself(e)
          ? SparkProblems.notLetIn(master, e)
          : SparkProblems.notStarted(master, e);
    }
    if (StandaloneMasters.isStandalone(master)
        && session.sparkContext().applicationId().startsWith(NEVER_REGISTERED)) {
      session.stop();
      throw SparkProblems.notLetIn(master, new IllegalStateException("not registered"));
    }
    return session;
  }

  /**
   * A program that its cluster does not let in is stopped by a thread of Spark's while another
   * still starts it, which then finds it stopped, or half of it gone.
   */
  private boolean isStopOfItself(Throwable error) {
    if (isLocal()) {
      return false;
    }
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof IllegalStateException || cause instanceof NullPointerException) {
        return true;
      }
    }
    return false;
  }

  private boolean isLocal() {
    return master.toLowerCase(Locale.ROOT).startsWith("local");
  }

  private SparkConf configuration() {
    SparkConf conf = new SparkConf(false);
    conf.setAppName("lakeward");
    conf.set("spark.ui.enabled", "false");
    conf.set("spark.sql.catalogImplementation", "in-memory");
    conf.set("spark.sql.warehouse.dir", folder.resolve("spark-warehouse").toUri().toString());
    conf.set("spark.local.dir", folder.toString());
    conf.set("spark.sql.artifact.isolation.enabled", "false");
    conf.set(
        "spark.sql.streaming.checkpointFileManagerClass",
        "org.apache.spark.sql.execution.streaming.checkpointing.FileSystemBasedCheckpointFileManager");
    if (isLocal()) {
      int cores = Runtime.getRuntime().availableProcessors();
      conf.set("spark.sql.shuffle.partitions", String.valueOf(Math.max(2, 2 * cores)));
      conf.set("spark.driver.host", "localhost");
      conf.set("spark.driver.bindAddress", "127.0.0.1");
      // A cluster's own Hadoop would not find the class.
      conf.set("spark.hadoop.fs.file.impl", LocalFiles.class.getName());
      // A task without memory would otherwise end this whole process, before anybody is told.
      conf.set("spark.executor.killOnFatalError.depth", "0");
    } else {
      conf.set("spark.driver.host", ownAddress(master));
      if (!settings.containsKey("spark.jars")) {
        conf.set("spark.jars", ownJars());
      }
    }
    settings.forEach(conf::set);
    // These are not for users to change: rows of both engines must be the same, in the same files.
    conf.setMaster(master);
    conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS");
    conf.set("spark.sql.parquet.writeLegacyFormat", "false");
    // Readers of a Delta table expect a VARIANT in one piece.
    conf.set("spark.sql.variant.writeShredding.enabled", "false");
    for (String mode : new String[] {"datetimeRebaseModeInRead", "datetimeRebaseModeInWrite"}) {
      conf.set("spark.sql.parquet." + mode, "CORRECTED");
    }
    conf.set("spark.sql.parquet.int96RebaseModeInRead", "CORRECTED");
    conf.set("spark.sql.session.timeZone", zone);
    conf.set("spark.sql.ansi.enabled", settings.getOrDefault("spark.sql.ansi.enabled", "true"));
    folder.toFile().mkdirs();
    return conf;
  }

  /** The address under which a cluster finds this process. */
  private static String ownAddress(String master) {
    if (master.matches(".*//(localhost|127\\.[0-9.]+)(:.*)?")) {
      return "127.0.0.1";
    }
    try {
      InetAddress own = InetAddress.getLocalHost();
      return own.isLoopbackAddress()
          ? outwardAddress().orElse(own).getHostAddress()
          : own.getHostAddress();
    } catch (IOException e) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
  }

  private static Optional<InetAddress> outwardAddress() throws SocketException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
        .findFirst();
  }

  /** The jars that a cluster does not have: those of this program itself. */
  private static String ownJars() {
    return Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator))
        .map(Path::of)
        .flatMap(SparkSessions::withNeighbours)
        .filter(p -> p.getFileName().toString().matches("lakeward-[a-z]+.*\\.jar"))
        .map(p -> p.toUri().toString())
        .distinct()
        .collect(Collectors.joining(","));
  }

  /** The started jar has no classes; its manifest names those beside it. */
  private static Stream<Path> withNeighbours(Path entry) {
    if (!entry.endsWith("lakeward.jar")) {
      return Stream.of(entry);
    }
    File[] jars = entry.toAbsolutePath().resolveSibling("").toFile().listFiles();
    return jars == null ? Stream.of(entry) : Arrays.stream(jars).map(File::toPath);
  }

  @Override
  public synchronized void close() {
    SparkSession started = root;
    root = null;
    if (started != null) {
      started.close();
    }
  }
}
