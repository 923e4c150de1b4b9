// SPDX-License-Identifier: Apache-2.0
package rani.testbed.transfer;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import rani.nodehost.gateway.GatewayFrames;
import rani.testbed.process.Lease;

/** A program's end of an RDP connection, over a node's message socket. Calls block. */
public final class MessagePipe implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;

  private final Socket socket;
  private final DataOutputStream out;
  private final DataInputStream in;
  private int maxMessageBytes;
  private String closeReason = "";

  private MessagePipe(Socket socket) throws IOException {
    this.socket = socket;
    this.out =
        new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES));
  }

  /** Connects to the message socket in a gateway's answer, with the key in it. */
  public static MessagePipe to(Lease invitation) throws IOException {
    return to(invitation.text("socket"), invitation.text("key"));
  }

  /** Connects to a message socket, with the key from the gateway. */
  public static MessagePipe to(String at, String hexKey) throws IOException {
    int colon = at.lastIndexOf(':');
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      String host = at.substring(0, colon).replace("[", "").replace("]", "");
      socket.connect(
          new InetSocketAddress(
              InetAddress.ofLiteral(host), Integer.parseInt(at.substring(colon + 1))));
      MessagePipe pipe = new MessagePipe(socket);
      byte[] key = HexFormat.of().parseHex(hexKey);
      pipe.frame(GatewayFrames.KEY, ByteBuffer.wrap(key));
      pipe.out.flush();
      return pipe;
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Sets a time limit for blocking calls, which then throw a SocketTimeoutException. */
  public void patience(long nanos) throws IOException {
    socket.setSoTimeout((int) TimeUnit.NANOSECONDS.toMillis(nanos));
  }

  /** Waits until a passive socket can accept; false if it never will, see {@link #closeReason}. */
  public boolean awaitPlace() throws IOException {
    return next(GatewayFrames.WAITS, "the gateway speaks before it has a place for calls") != null;
  }

  /** Waits for a connection; false if there will be none, see {@link #closeReason}. */
  public boolean awaitOpen() throws IOException {
    String unlike = "the gateway speaks before there is a connection";
    ByteBuffer frame = next(GatewayFrames.OPENED, unlike);
    if (frame != null) {
      maxMessageBytes = frame.getInt();
    }
    return frame != null;
  }

  public int maxMessageBytes() {
    return maxMessageBytes;
  }

  /** Sends a message; blocks while the network is congested. */
  public void send(ByteBuffer message) throws IOException {
    frame(GatewayFrames.MESSAGE, message);
  }

  public void flush() throws IOException {
    out.flush();
  }

  /** Returns the next message; null at the end of the connection, see {@link #closeReason}. */
  public @Nullable ByteBuffer receive() throws IOException {
    return next(GatewayFrames.MESSAGE, "the gateway sent a frame that is no message");
  }

  /** Closes the connection after all messages have arrived, and waits for that. */
  public void finish() throws IOException {
    frame(GatewayFrames.CLOSE, ByteBuffer.allocate(0));
    out.flush();
    while (next() != null) {
      continue; // further messages are discarded
    }
  }

  /** Returns why the connection has ended, in a word; empty if it has not. */
  public String closeReason() {
    return closeReason;
  }

  /** Waits until the connection has ended, and returns the reason. */
  String awaitCloseReason() {
    try {
      while (next() != null) {
        continue;
      }
    } catch (IOException e) {
      return "the node has ended";
    }
    return closeReason;
  }

  private void frame(int kind, ByteBuffer content) throws IOException {
    out.writeInt(1 + content.remaining());
    out.writeByte(kind);
    out.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
  }

  /** Reads a frame that must be of a kind; null for the last frame. */
  private @Nullable ByteBuffer next(int kind, String unlike) throws IOException {
    ByteBuffer frame = next();
    if (frame != null && frame.get() != kind) {
      throw new IOException(unlike);
    }
    return frame;
  }

  /** Reads a frame, which begins with its kind; null for the last frame. */
  private @Nullable ByteBuffer next() throws IOException {
    if (!closeReason.isEmpty()) {
      return null;
    }
    byte[] frame;
    try {
      int length = in.readInt();
      if (length < 1 || length > GatewayFrames.FRAME_BYTES_MAX) {
        throw new IOException("the gateway sent a frame of " + length + " bytes");
      }
      frame = new byte[length];
      in.readFully(frame);
    } catch (EOFException e) {
      closeReason = "the node has ended";
      return null;
    }
    if (frame[0] == GatewayFrames.CLOSED) {
      closeReason = new String(frame, 1, frame.length - 1, StandardCharsets.US_ASCII);
      return null;
    }
    return ByteBuffer.wrap(frame);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
