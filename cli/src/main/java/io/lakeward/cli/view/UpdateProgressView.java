/*
 * Licensed under the Apache License, Version 2.0: https://www.apache.org/licenses/LICENSE-2.0
 */
package io.lakeward.cli.view;

import io.lakeward.engine.update.UpdateListener;

/** Shows an update while it runs. */
public interface UpdateProgressView extends UpdateListener, AutoCloseable {

  /** The view that suits the terminal: a table that is redrawn in place, or plain lines. */
  static UpdateProgressView of(Terminal terminal, Appendable out, TableNames names) {
    return terminal.interactive()
        ? new LiveProgressView(terminal, out, names)
        : new LineProgressView(out, names);
  }

  /** Ends the view; a table drawn in place is wiped, so that the summary can take its place. */
  @Override
  void close();
}
