// SPDX-License-Identifier: Apache-2.0
package rani.lab.loader;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.lab.jar.JarLimits;
import rani.lab.transfer.MessagePipe;
import rani.world.Reply;
import tools.jackson.core.JacksonException;

/** Brings a jar to a loader, over a connection to its port that is open. Blocks. */
public final class Shipment {
  private final byte[] order;
  private final byte[] jar;

  /**
   * A jar to bring.
   *
   * @throws IllegalArgumentException if it is so large that no loader takes it
   */
  public Shipment(LoadOrder order, byte[] jar) {
    this.order = order.print();
    this.jar = jar;
    if (jar.length == 0 || jar.length > JarLimits.JAR_BYTES_MAX) {
      throw new IllegalArgumentException(
          "a service jar has 1…" + JarLimits.JAR_BYTES_MAX + " bytes, not " + jar.length);
    }
    if (this.order.length > LoaderLimits.ORDER_BYTES_MAX) {
      throw new IllegalArgumentException(
          "options have at most " + LoaderLimits.ORDER_BYTES_MAX + " bytes");
    }
  }

  /**
   * Brings it.
   *
   * @return what was loaded, with version, key and name on the menu; or a refusal, whose message
   *     begins with the reason
   * @throws IOException if the connection ends before the answer
   */
  public Reply send(MessagePipe pipe) throws IOException {
    byte[] body = Arrays.copyOf(order, order.length + jar.length);
    System.arraycopy(jar, 0, body, order.length, jar.length);
    UploadHead head = new UploadHead(order.length, jar.length, UploadHead.sha256(body));
    pipe.send(head.write());
    for (int at = 0; at < body.length; at += pipe.maxMessageBytes()) {
      int length = Math.min(pipe.maxMessageBytes(), body.length - at);
      pipe.send(ByteBuffer.wrap(body, at, length));
    }
    pipe.flush();
    Reply answer = answer(pipe);
    pipe.finish();
    return answer;
  }

  private static Reply answer(MessagePipe pipe) throws IOException {
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    long wanted = UploadHead.ANSWER_HEAD_BYTES;
    while (got.size() < wanted) {
      ByteBuffer message = pipe.receive();
      if (message == null) {
        throw new IOException("the connection ended without an answer: " + pipe.closeReason());
      }
      got.write(message.array(), message.arrayOffset() + message.position(), message.remaining());
      if (got.size() > LoaderLimits.ANSWER_BYTES_MAX + UploadHead.ANSWER_HEAD_BYTES) {
        throw new IOException("what answers is no loader");
      }
      if (got.size() >= UploadHead.ANSWER_HEAD_BYTES) {
        wanted = UploadHead.ANSWER_HEAD_BYTES + (long) ByteBuffer.wrap(got.toByteArray()).getInt(1);
      }
    }
    byte[] answer = got.toByteArray();
    return read(answer[0], Arrays.copyOfRange(answer, UploadHead.ANSWER_HEAD_BYTES, answer.length));
  }

  private static Reply read(byte status, byte[] json) throws IOException {
    try {
      @Nullable SequencedMap<String, Object> facts = LoadOrder.object(json);
      if (facts == null) {
        throw new IOException("what answers is no loader");
      }
      return status == 0
          ? Reply.of(facts)
          : Reply.refused(facts.get("reason") + ": " + facts.get("message"));
    } catch (JacksonException e) {
      throw new IOException("what answers is no loader", e);
    }
  }
}
