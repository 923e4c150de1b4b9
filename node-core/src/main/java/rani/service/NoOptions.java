// SPDX-License-Identifier: Apache-2.0
package rani.service;

import java.util.List;
import rani.queue.Rate;

/** Returns the default of every option, for services that no file configures. */
public enum NoOptions implements OptionReader {
  INSTANCE;

  @Override
  public boolean has(String name) {
    return false;
  }

  @Override
  public long durationNanos(String name, long defaultNanos, String meaning) {
    return defaultNanos;
  }

  @Override
  public long count(String name, long defaultCount, long min, long max, String meaning) {
    return defaultCount;
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max, String meaning) {
    return defaultBytes;
  }

  @Override
  public double fraction(String name, double defaultValue, double min, double max, String meaning) {
    return defaultValue;
  }

  @Override
  public Rate rate(String name, Rate defaultRate, String meaning) {
    return defaultRate;
  }

  @Override
  public boolean flag(String name, boolean defaultValue, String meaning) {
    return defaultValue;
  }

  @Override
  public String text(String name, String defaultText, String meaning) {
    return defaultText;
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words, String meaning) {
    return defaultWord;
  }

  @Override
  public int node(String name, String meaning) {
    throw new IllegalArgumentException("there is no option " + name);
  }

  @Override
  public List<OptionReader> each(String name, String meaning) {
    return List.of();
  }
}
