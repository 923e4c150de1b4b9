// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import rani.ground.LabFailure;
import rani.ground.PrivateFile;
import rani.model.file.InputFile;
import rani.model.host.TopologyHost;
import rani.testbed.session.Closing;

/** Connects by TLS to the listening agent whose certificate is the one in the token. */
final class TlsTransport {
  private static final int CONNECT_MILLIS_MAX = 10_000;
  private static final int ANSWER_MILLIS_MAX = 20_000;
  private static final int TOKEN_BYTES_MAX = 4096;
  private static final String NOT_THERE =
      "; `rani agent --listen` runs there as long as it is wanted, and prints a new token each"
          + " time";

  private TlsTransport() {}

  /** Connects to a host's agent, and names the run's folder there. */
  static AgentTransport open(TopologyHost host, String run) throws LabFailure {
    int port = host.port() == 0 ? TopologyHost.AGENT_PORT : host.port();
    String where = "host " + host.name() + ": no agent at " + host.address() + " port " + port;
    AgentToken token = token(host);
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(host.inetAddress(), port), CONNECT_MILLIS_MAX);
      plain.setSoTimeout(ANSWER_MILLIS_MAX);
      plain.setTcpNoDelay(true);
      SSLSocket socket = AgentTls.client(plain, token);
      AgentTransport door =
          new AgentTransport(
              socket.getInputStream(), socket.getOutputStream(), () -> Closing.quietly(socket));
      AgentTransport.say(door.out(), token.secret() + " " + run);
      AgentTransport.awaitReady(door.in());
      socket.setSoTimeout(0);
      return door;
    } catch (IOException e) {
      Closing.quietly(plain);
      String advice = e instanceof ConnectException ? NOT_THERE : "";
      throw new LabFailure(where + ": " + e.getMessage() + advice, e);
    }
  }

  private static AgentToken token(TopologyHost host) throws LabFailure {
    Path file = Path.of(host.tokenFile());
    try {
      PrivateFile.requirePrivate(file);
      return AgentToken.parse(
          new String(InputFile.bytes(file, TOKEN_BYTES_MAX), StandardCharsets.US_ASCII));
    } catch (NoSuchFileException e) {
      throw new LabFailure(
          "host %s: there is no file %s; put the token into it that `rani agent --listen` printed"
                  .formatted(host.name(), file)
              + " there",
          e);
    } catch (IOException | IllegalArgumentException e) {
      throw new LabFailure(
          "host " + host.name() + ": no token in " + file + ": " + e.getMessage(), e);
    }
  }
}
