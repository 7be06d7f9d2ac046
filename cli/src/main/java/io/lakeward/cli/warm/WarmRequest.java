/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.warm;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command for the warm process.
 *
 * @param build the client's {@link WarmSocket#build}
 * @param project absolute folder of the project
 * @param arguments of the command line, paths absolute; empty asks the process to end
 * @param terminal what is known about the terminal, and the variables that colours depend on
 */
public record WarmRequest(
    String build, String project, List<String> arguments, Map<String, String> terminal) {
  public WarmRequest {
    arguments = List.copyOf(arguments);
    terminal = Map.copyOf(terminal);
  }

  static WarmRequest end(String build, String project) {
    return new WarmRequest(build, project, List.of(), Map.of());
  }

  boolean asksToEnd() {
    return arguments.isEmpty();
  }

  byte[] toBytes() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeUTF(build);
    out.writeUTF(project);
    out.writeInt(arguments.size());
    for (String argument : arguments) {
      out.writeUTF(argument);
    }
    out.writeInt(terminal.size());
    for (Map.Entry<String, String> entry : terminal.entrySet()) {
      out.writeUTF(entry.getKey());
      out.writeUTF(entry.getValue());
    }
    return bytes.toByteArray();
  }

  static WarmRequest read(DataInputStream in) throws IOException {
    String build = in.readUTF();
    String project = in.readUTF();
    List<String> arguments = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      arguments.add(in.readUTF());
    }
    Map<String, String> terminal = new LinkedHashMap<>();
    for (int i = in.readInt(); i > 0; i--) {
      terminal.put(in.readUTF(), in.readUTF());
    }
    return new WarmRequest(build, project, arguments, terminal);
  }
}
