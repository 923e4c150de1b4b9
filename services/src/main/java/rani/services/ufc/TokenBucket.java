// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/** Tokens of a byte each, full at first, and filled at a rate up to a size (RFC 2697 §3). */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double bytesPerSecond;
  private final double sizeBytes;
  private double tokens;
  private long filledNanos;

  /**
   * A full bucket.
   *
   * @param sinceNanos the time now
   * @param bytesPerSecond 0 if others fill it
   */
  TokenBucket(long sinceNanos, double bytesPerSecond, double sizeBytes) {
    this.bytesPerSecond = bytesPerSecond;
    this.sizeBytes = sizeBytes;
    this.tokens = sizeBytes;
    this.filledNanos = sinceNanos;
  }

  /** Fills it up to now. Says how many tokens it had no room for. */
  double fill(long nowNanos) {
    double added = bytesPerSecond * (nowNanos - filledNanos) / NANOS_PER_SECOND;
    filledNanos = nowNanos;
    return pour(added);
  }

  /** Pours tokens in. Says how many it had no room for. */
  double pour(double added) {
    double full = tokens + added;
    tokens = Math.min(sizeBytes, full);
    return full - tokens;
  }

  /** Whether there are so many tokens. */
  boolean has(int bytes) {
    return tokens >= bytes;
  }

  /** Takes tokens that are there. */
  void take(int bytes) {
    tokens -= bytes;
  }

  /** How many tokens there are, as of the last filling. */
  double tokens() {
    return tokens;
  }
}
