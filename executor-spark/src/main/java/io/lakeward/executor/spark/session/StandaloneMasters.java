/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.executor.spark.session;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The masters of a standalone cluster, of which one leads and the others wait: {@code
 * spark://host:port,host:port}.
 */
final class StandaloneMasters {
  private static final String SCHEME = "spark://";
  private static final Pattern ADDRESS = Pattern.compile("(.+):(\\d{1,5})");
  private static final int PATIENCE_MILLIS = 5_000;

  private StandaloneMasters() {}

  static boolean isStandalone(String master) {
    return master.startsWith(SCHEME);
  }

  /**
   * Why none of the masters can be there. Spark itself would knock for a minute. Empty where it is
   * not known for all of them, as with one that is slow to answer.
   */
  static Optional<IOException> whyUnreachable(String master) {
    Optional<IOException> reason = Optional.empty();
    if (isStandalone(master)) {
      for (String address : master.substring(SCHEME.length()).split(",")) {
        reason = refusal(address);
        if (reason.isEmpty()) {
          return reason;
        }
      }
    }
    return reason;
  }

  private static Optional<IOException> refusal(String address) {
    Matcher parts = ADDRESS.matcher(address);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > 0xFFFF) {
      return Optional.empty(); // Spark tells what is wrong with it
    }
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(parts.group(1), Integer.parseInt(parts.group(2))), PATIENCE_MILLIS);
      return Optional.empty();
    } catch (ConnectException | NoRouteToHostException e) {
      return Optional.of(e);
    } catch (UnknownHostException e) {
      return Optional.of(new UnknownHostException("no machine has the name " + parts.group(1)));
    } catch (IOException e) { // slow, or nothing that says the machine is not there
      return Optional.empty();
    }
  }
}
