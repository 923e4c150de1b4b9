// SPDX-License-Identifier: Apache-2.0
package rani.testbed.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import rani.ground.LabFailure;
import rani.json.Json;
import rani.json.JsonObject;
import rani.nodehost.conversation.VerbCall;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** A service's action for this program, which ends with the lease or with the program. */
public final class Lease implements AutoCloseable {
  private final ControlClient client;
  private final String service;
  private final InputStream in;
  private final BufferedReader lines;
  private final JsonObject first;

  /** Takes the stream of the node's reports, and waits for the first one. */
  Lease(ControlClient client, String service, InputStream in) throws IOException {
    this.client = client;
    this.service = service;
    this.in = in;
    this.lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    JsonObject answer = next();
    if (answer == null) {
      in.close();
      throw new IOException("the node answered nothing");
    }
    this.first = answer;
  }

  /** Returns the service's first answer. */
  public JsonObject first() {
    return first;
  }

  /** Returns a number in the first answer. */
  public int number(String key) throws IOException {
    if (first.find(key) instanceof Number number) {
      return number.intValue();
    }
    throw new IOException("the node did not say its " + key);
  }

  /** Returns a text in the first answer. */
  public String text(String key) throws IOException {
    if (first.find(key) instanceof String text) {
      return text;
    }
    throw new IOException("the node did not say its " + key);
  }

  /** Returns the next report, about twice a second; null at the end of the lease. */
  public @Nullable JsonObject next() {
    try {
      String line = lines.readLine();
      return line == null ? null : Json.object(line);
    } catch (IOException | JacksonException e) {
      return null; // the node has ended
    }
  }

  /** Releases the lease by a command, because a closed connection is noticed a second later. */
  @Override
  public void close() {
    List<String> which = List.of(String.valueOf(first.find("id")));
    try (InputStream _ = in) {
      Reply _ = client.tell(new VerbCall(service, "release", which));
    } catch (IOException | LabFailure e) {
      return; // the node has ended the lease already
    }
  }
}
