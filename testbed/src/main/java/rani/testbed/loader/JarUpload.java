// SPDX-License-Identifier: Apache-2.0
package rani.testbed.loader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import rani.ground.Sha256;
import rani.json.Json;
import rani.json.JsonObject;
import rani.model.jar.JarLimits;
import rani.nodehost.loader.LoadRequest;
import rani.nodehost.loader.LoaderLimits;
import rani.nodehost.loader.Upload;
import rani.nodehost.loader.UploadHeader;
import rani.testbed.transfer.MessagePipe;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** Uploads an announced jar to a loader, over an open connection to its port. Blocks. */
public final class JarUpload {
  private final LoadRequest order;
  private final byte[] jar;

  /** Throws {@link IllegalArgumentException} if jar or options exceed a loader's limits. */
  public JarUpload(LoadRequest order, byte[] jar) {
    this.order = order;
    this.jar = jar;
    if (jar.length == 0 || jar.length > JarLimits.JAR_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a service jar has 1…" + JarLimits.JAR_BYTES_MAX + " bytes, not " + jar.length);
    }
    if (upload(0).print().length() > LoaderLimits.ORDER_CHARS_MAX) {
      throw new IllegalArgumentException(
          "options have at most " + LoaderLimits.ORDER_CHARS_MAX + " characters, with all else");
    }
  }

  /** Returns the announcement to the loader; {@code from} is the address of the sending node. */
  Upload upload(int from) {
    return new Upload(order, Integer.toUnsignedLong(from), jar.length, Sha256.hex(jar));
  }

  /**
   * Uploads the jar, with the loader's ticket. Returns the loaded service's version, key and name
   * on the menu, or a refusal with its reason. Fails if the connection ends before the answer.
   */
  public Reply send(MessagePipe pipe, String ticket) throws IOException {
    pipe.send(new UploadHeader(ticket).write());
    for (int at = 0; at < jar.length; at += pipe.maxMessageBytes()) {
      int length = Math.min(pipe.maxMessageBytes(), jar.length - at);
      pipe.send(ByteBuffer.wrap(jar, at, length));
    }
    pipe.flush();
    Reply answer = answer(pipe);
    pipe.finish();
    return answer;
  }

  private static Reply answer(MessagePipe pipe) throws IOException {
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    long wanted = UploadHeader.ANSWER_HEAD_BYTES;
    while (got.size() < wanted) {
      ByteBuffer message = pipe.receive();
      if (message == null) {
        throw new IOException("the connection ended without an answer: " + pipe.closeReason());
      }
      got.write(message.array(), message.arrayOffset() + message.position(), message.remaining());
      if (got.size() > LoaderLimits.ANSWER_BYTES_MAX + UploadHeader.ANSWER_HEAD_BYTES) {
        throw new IOException("what answers is no loader");
      }
      if (got.size() >= UploadHeader.ANSWER_HEAD_BYTES) {
        wanted =
            UploadHeader.ANSWER_HEAD_BYTES + (long) ByteBuffer.wrap(got.toByteArray()).getInt(1);
      }
    }
    byte[] answer = got.toByteArray();
    return read(
        answer[0], Arrays.copyOfRange(answer, UploadHeader.ANSWER_HEAD_BYTES, answer.length));
  }

  private static Reply read(byte status, byte[] json) throws IOException {
    try {
      JsonObject facts = Json.object(new String(json, StandardCharsets.UTF_8));
      return status == 0
          ? Reply.of(facts)
          : Reply.refused(facts.find("reason") + ": " + facts.find("message"));
    } catch (JacksonException e) {
      throw new IOException("what answers is no loader", e);
    }
  }
}
