// SPDX-License-Identifier: Apache-2.0
package rani.model.node;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import rani.ground.Sha256;
import rani.node.OriginKeys;

/** Ed25519 key pair of one node, which signs the node's link states. */
public final class OriginPair {
  private final byte[] secret;
  private final byte[] key;

  private OriginPair(byte[] secret, byte[] key) {
    this.secret = secret;
    this.key = key;
  }

  public static OriginPair random() {
    byte[] secret = new byte[OriginKeys.KEY_BYTES];
    new SecureRandom().nextBytes(secret);
    return of(secret);
  }

  /** Returns a key pair derived from the seed, for virtual nodes, which have no secrets. */
  public static OriginPair ofSeed(long seed, String node) {
    String name = "rani origin\n" + seed + "\n" + node;
    return of(Sha256.of(name));
  }

  /** Returns the key pair of an Ed25519 private key (RFC 8032 §5.1.5). */
  static OriginPair of(byte[] secret) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("Ed25519");
      generator.initialize(NamedParameterSpec.ED25519, new Given(secret));
      byte[] encoded =
          generator.generateKeyPair().getPublic().getEncoded(); // the key is its last bytes
      return new OriginPair(
          secret.clone(),
          Arrays.copyOfRange(encoded, encoded.length - OriginKeys.KEY_BYTES, encoded.length));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK since 15 has Ed25519", e);
    }
  }

  /** Random number generator that returns given bytes, to make a key pair of a private key. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    Given(byte[] bytes) {
      super(null, null); // not seeded, because it generates nothing
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] into) {
      System.arraycopy(bytes, 0, into, 0, into.length);
    }
  }

  public byte[] secret() {
    return secret.clone();
  }

  /** Returns the public key in the encoding of {@link OriginKeys}. */
  public byte[] key() {
    return key.clone();
  }

  /** Omits the private key, which must not be logged. */
  @Override
  public String toString() {
    return "pair of an origin";
  }
}
