/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.systemtests.product;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A standalone cluster of Spark on this machine: each part a process, made of the product's jars.
 */
final class SparkCluster implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final long PATIENCE_MILLIS = 60_000;
  private static final List<String> OPENS =
      Stream.of("lang", "lang.invoke", "nio", "util", "util.concurrent")
          .map(name -> "--add-opens=java.base/java." + name + "=ALL-UNNAMED")
          .toList();

  private final Path folder;
  private final String master;
  private final List<Process> processes = new ArrayList<>();
  private final List<Process> workers = new ArrayList<>();

  private SparkCluster(Path folder, int port) {
    this.folder = folder;
    this.master = "spark://" + HOST + ":" + port;
  }

  /**
   * @param folder for logs, jars and what the workers write
   */
  static SparkCluster start(Path folder, int workers) {
    try {
      int port = freePort();
      SparkCluster cluster = new SparkCluster(folder, port);
      cluster.linkJars();
      cluster.java("master", "org.apache.spark.deploy.master.Master", "--port", "" + port);
      awaitPort(port);
      for (int i = 1; i <= workers; i++) {
        cluster.workers.add(
            cluster.java(
                "worker-" + i,
                "org.apache.spark.deploy.worker.Worker",
                "--cores",
                "1",
                "--memory",
                "1g",
                "--work-dir",
                folder.resolve("work-" + i).toString(),
                cluster.master));
      }
      return cluster;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String master() {
    return master;
  }

  /** Kills a worker and what it runs, as a lost machine would be. */
  void killWorker() {
    Process worker = workers.remove(0);
    worker.descendants().forEach(ProcessHandle::destroyForcibly);
    worker.destroyForcibly();
  }

  /** The number of executors that a worker has started. */
  static long executors(Path folder, int worker) {
    Path work = folder.resolve("work-" + worker);
    if (!Files.isDirectory(work)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(work)) {
      return files.filter(file -> file.endsWith("stderr")).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void linkJars() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("home/jars"));
    Path lib = LakewardProcess.home().resolve("lib");
    for (Path place : List.of(lib, lib.resolve("spark"))) {
      try (Stream<Path> files = Files.list(place)) {
        for (Path jar : files.filter(f -> f.toString().endsWith(".jar")).toList()) {
          Files.createSymbolicLink(jars.resolve(jar.getFileName()), jar);
        }
      }
    }
  }

  private Process java(String name, String mainClass, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin/java").toString());
    command.addAll(OPENS);
    command.add("-Xmx256m");
    command.add("-cp");
    command.add(LakewardProcess.home().resolve("lib/lakeward.jar").toString());
    command.addAll(List.of(mainClass, "--host", HOST, "--webui-port", "0"));
    command.addAll(List.of(arguments));
    File log = folder.resolve(name + ".log").toFile();
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("SPARK_HOME", folder.resolve("home").toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", HOST);
    builder.environment().put("SPARK_LOCAL_DIRS", folder.resolve("local").toString());
    // For the executors too: they live for seconds, in which the full compiler costs more than it
    // gives.
    builder.environment().put("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HOST))) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port) throws IOException {
    long end = System.currentTimeMillis() + PATIENCE_MILLIS;
    while (true) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(HOST, port), 1000);
        return;
      } catch (IOException e) {
        if (System.currentTimeMillis() > end) {
          throw e;
        }
      }
      LakewardProcess.pause();
    }
  }

  @Override
  public void close() {
    for (Process process : processes) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    for (Process process : processes) {
      process.onExit().join();
    }
  }
}
