// SPDX-License-Identifier: Apache-2.0
package rani.testbed.host;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import rani.ground.Sha256;

/**
 * Pairs a supervisor with an agent that listens: the SHA-256 fingerprint of the agent's
 * certificate, and a secret, both in hexadecimal. The token grants the right to start programs on
 * the agent's host.
 */
public record AgentToken(String fingerprint, String secret) {
  private static final int SECRET_BYTES = 16;
  private static final Pattern FORM = Pattern.compile("rani-agent-([0-9a-f]{64})-([0-9a-f]{32})");

  /** Creates a token with a new secret for a certificate. */
  static AgentToken of(byte[] certificate) {
    return new AgentToken(Sha256.hex(certificate), newSecret());
  }

  /** Returns a random secret, in hexadecimal. */
  public static String newSecret() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return HexFormat.of().formatHex(secret);
  }

  /** Parses {@link #text}; throws {@link IllegalArgumentException} for any other text. */
  static AgentToken parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw new IllegalArgumentException(
          "it is not what `rani agent --listen` prints, rani-agent-…");
    }
    return new AgentToken(form.group(1), form.group(2));
  }

  String text() {
    return "rani-agent-" + fingerprint + "-" + secret;
  }

  /** Compares a secret, in constant time. */
  boolean isSecret(String said) {
    return MessageDigest.isEqual(
        secret.getBytes(StandardCharsets.US_ASCII), said.getBytes(StandardCharsets.US_ASCII));
  }

  /** Omits the secret, which must not be logged. */
  @Override
  public String toString() {
    return "token of agent " + fingerprint;
  }
}
