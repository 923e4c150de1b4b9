// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

/** Token bucket, one token per byte, full at first and filled at a constant rate (RFC 2697 §3). */
final class TokenBucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double bytesPerSecond;
  private final double sizeBytes;
  private double tokens;
  private long filledNanos;

  /** Creates a full bucket. The rate is 0 if only {@link #pour} fills the bucket. */
  TokenBucket(long sinceNanos, double bytesPerSecond, double sizeBytes) {
    this.bytesPerSecond = bytesPerSecond;
    this.sizeBytes = sizeBytes;
    this.tokens = sizeBytes;
    this.filledNanos = sinceNanos;
  }

  /** Adds the tokens due by now; returns the tokens that overflow. */
  double fill(long nowNanos) {
    double added = bytesPerSecond * (nowNanos - filledNanos) / NANOS_PER_SECOND;
    filledNanos = nowNanos;
    return pour(added);
  }

  /** Adds tokens; returns those that overflow. */
  double pour(double added) {
    double full = tokens + added;
    tokens = Math.min(sizeBytes, full);
    return full - tokens;
  }

  boolean has(int bytes) {
    return tokens >= bytes;
  }

  /** Removes tokens; {@link #has} must have returned true. */
  void take(int bytes) {
    tokens -= bytes;
  }

  /** Returns the number of tokens after the last filling. */
  double tokens() {
    return tokens;
  }
}
