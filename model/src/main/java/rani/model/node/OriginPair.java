// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import rani.ground.Sha256;
import rani.node.OriginKeys;

/**
 * The key pair of one node, Ed25519: it signs its link states with the private key; others verify
 * them with the public key.
 */
public final class OriginPair {
  private final byte[] secret;
  private final byte[] key;

  private OriginPair(byte[] secret, byte[] key) {
    this.secret = secret;
    this.key = key;
  }

  /** A random key pair. */
  public static OriginPair random() {
    byte[] secret = new byte[OriginKeys.KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    return of(secret);
  }

  /** That of a node in virtual time, where nothing listens; it follows from the seed. */
  public static OriginPair ofSeed(long seed, String node) {
    String name = "rani origin\n" + seed + "\n" + node;
    return of(Sha256.of(name));
  }

  /** The pair of a private key, {@link OriginKeys#KEY_BYTES} bytes (RFC 8032 §5.1.5). */
  static OriginPair of(byte[] secret) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new Given(secret));
      byte[] encoded = generator.generateKeyPair().getPublic().getEncoded(); // its last bytes
      return new OriginPair(
          secret.clone(),
          Arrays.copyOfRange(encoded, encoded.length - OriginKeys.KEY_BYTES, encoded.length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /**
   * Supplies given bytes in place of randomness, the only way to a key pair of a given private key.
   */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    Given(byte[] bytes) {
      super(null, null); // it is not seeded: nothing is drawn
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] into) {
      System.arraycopy(bytes, 0, into, 0, into.length);
    }
  }

  /** The private key. */
  public byte[] secret() {
    return secret.clone();
  }

  /** The public key, as {@link OriginKeys} has it. */
  public byte[] key() {
    return key.clone();
  }

  /** Without the private key, which belongs into no log. */
  @Override
  public String toString() {
    return "pair of an origin";
  }
}
