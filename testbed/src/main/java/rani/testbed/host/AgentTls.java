// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import rani.ground.FolderRemoval;
import rani.ground.Sha256;

/** TLS between a supervisor and a listening agent: version 1.3, with a pinned certificate. */
final class AgentTls {
  private static final String ALIAS = "agent";
  private static final String PROTOCOL = "TLSv1.3";

  /** Set for each socket, because the name of a context does not restrict a server. */
  private static final String[] ONE_PROTOCOL = {PROTOCOL};

  private static final String KEY =
      "-keyalg EC -groupname secp256r1 -validity 3650 -storetype PKCS12";
  private static final Duration MAKE_MAX = Duration.ofSeconds(60);

  private AgentTls() {}

  /** An agent's key pair, as a context for servers, and its certificate in DER. */
  record Identity(SSLContext context, byte[] certificate) {}

  /** Generates a key pair with a self-signed certificate by the JDK's {@code keytool}. */
  static Identity newIdentity() throws IOException {
    Path folder = Files.createTempDirectory("rani-agent");
    Path store = folder.resolve("store.p12");
    String password = AgentToken.newSecret();
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
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of(("-genkeypair -alias " + ALIAS + " " + KEY).split(" ")));
    words.addAll(List.of("-dname", "CN=rani agent", "-keystore", store.toString()));
    words.addAll(List.of("-storepass:env", variable));
    ProcessBuilder keytool = new ProcessBuilder(words);
    keytool.environment().put(variable, password);
    try {
      Program.run(keytool, MAKE_MAX);
    } catch (IOException e) {
      throw new IOException("keytool made no certificate: " + e.getMessage(), e);
    }
  }

  /** Encrypts a connection that this agent has accepted. */
  static SSLSocket server(Socket plain, Identity identity) throws IOException {
    SSLSocket socket =
        (SSLSocket) identity.context().getSocketFactory().createSocket(plain, null, true);
    socket.setUseClientMode(false);
    socket.setEnabledProtocols(ONE_PROTOCOL);
    return socket;
  }

  /** Encrypts a connection to an agent; fails if its certificate is not the one in the token. */
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
      socket.setEnabledProtocols(ONE_PROTOCOL);
      socket.startHandshake();
      return socket;
    } catch (GeneralSecurityException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Trusts a single certificate, without a look at its signature. */
  private record OneAgent(AgentToken token) implements X509TrustManager {
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind)
        throws CertificateException {
      if (chain.length == 0 || !Sha256.hex(chain[0].getEncoded()).equals(token.fingerprint())) {
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
