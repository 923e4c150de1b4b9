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

/**
 * Something that a node's service does for this program, as long as this is open: the node finds
 * out when it is closed, and also when this program ends in any other way.
 */
public final class Lease implements AutoCloseable {
  private final ControlClient client;
  private final String service;
  private final InputStream in;
  private final BufferedReader lines;
  private final JsonObject first;

  /**
   * What a service has begun to do.
   *
   * @param in where the node tells of it
   */
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

  /** What the service answered at once. */
  public JsonObject first() {
    return first;
  }

  /** A number among what it answered at once. */
  public int number(String key) throws IOException {
    if (first.find(key) instanceof Number number) {
      return number.intValue();
    }
    throw new IOException("the node did not say its " + key);
  }

  /** Text among what it answered at once. */
  public String text(String key) throws IOException {
    if (first.find(key) instanceof String text) {
      return text;
    }
    throw new IOException("the node did not say its " + key);
  }

  /** What has become of it since, about twice a second; null when the node does it no more. */
  public @Nullable JsonObject next() {
    try {
      String line = lines.readLine();
      return line == null ? null : Json.object(line);
    } catch (IOException | JacksonException e) {
      return null; // the node has ended
    }
  }

  /**
   * Has the service stop. What it held is free then; that a connection was closed a node would only
   * find out within a second.
   */
  @Override
  public void close() {
    List<String> which = List.of(String.valueOf(first.find("id")));
    try (InputStream _ = in) {
      Reply _ = client.tell(new VerbCall(service, "release", which));
    } catch (IOException | LabFailure e) {
      return; // as good as closed
    }
  }
}
