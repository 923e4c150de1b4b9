// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import rani.ground.FolderRemoval;

/** TLS between a machine and an agent that listens: 1.3 alone, and one certificate alone. */
final class AgentTls {
  private static final String ALIAS = "agent";
  private static final String PROTOCOL = "TLSv1.3";
  private static final int PASSWORD_BYTES = 16;
  private static final long MAKE_SECONDS_MAX = 60;

  private AgentTls() {}

  /**
   * What an agent shows of itself.
   *
   * @param context that servers use
   * @param certificate as it stands in the handshake
   */
  record Identity(SSLContext context, byte[] certificate) {}

  /** SHA-256, in hexadecimal. */
  static String fingerprint(byte[] certificate) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A new key pair with a certificate that it signs itself, made by the JDK's {@code keytool}. */
  static Identity newIdentity() throws IOException {
    Path folder = Files.createTempDirectory("rani-agent");
    Path store = folder.resolve("store.p12");
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    String password = HexFormat.of().formatHex(random);
    try {
      makeStore(store, password);
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, password.toCharArray());
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, password.toCharArray());
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(managers.getKeyManagers(), null, null);
      return new Identity(context, keys.getCertificate(ALIAS).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate: " + e.getMessage(), e);
    } finally {
      FolderRemoval.remove(folder);
    }
  }

  private static void makeStore(Path store, String password) throws IOException {
    String variable = "RANI_STORE_PASSWORD";
    ProcessBuilder keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    ALIAS,
                    "-keyalg",
                    "EC",
                    "-groupname",
                    "secp256r1",
                    "-dname",
                    "CN=rani agent",
                    "-validity",
                    "3650",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass:env",
                    variable))
            .redirectErrorStream(true);
    keytool.environment().put(variable, password);
    Process process = keytool.start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(MAKE_SECONDS_MAX, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("keytool made no certificate: " + said.strip());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Encrypts a connection that someone has made to this agent. */
  static SSLSocket server(Socket plain, Identity identity) throws IOException {
    SSLSocket socket =
        (SSLSocket) identity.context().getSocketFactory().createSocket(plain, null, true);
    socket.setUseClientMode(false);
    return restricted(socket);
  }

  /** The name of a context does not restrict a server (JSSE reference guide). */
  private static SSLSocket restricted(SSLSocket socket) {
    socket.setEnabledProtocols(new String[] {PROTOCOL});
    return socket;
  }

  /** Encrypts a connection to the agent that a token names; to no other. */
  static SSLSocket client(Socket plain, AgentToken token) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance(PROTOCOL);
      context.init(null, new TrustManager[] {new OneAgent(token)}, null);
      SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(
                      plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
      restricted(socket).startHandshake();
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Trusts one certificate, no matter who signed it. */
  private record OneAgent(AgentToken token) implements X509TrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      if (chain.length == 0 || !fingerprint(chain[0].getEncoded()).equals(token.fingerprint())) {
        throw new CertificateException(
            "it is not the agent that the token is from; was it started again?");
      }
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      throw new CertificateException("no one shows a certificate to this side");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
