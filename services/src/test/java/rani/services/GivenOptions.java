// SPDX-License-Identifier: Apache-2.0
package rani.services;

import java.util.List;
import java.util.Map;
import rani.queue.Rate;
import rani.service.OptionReader;

/** Options given by a test as plain values of the right type; what is not given has its default. */
record GivenOptions(Map<String, Object> values) implements OptionReader {
  static final GivenOptions NONE = new GivenOptions(Map.of());

  @Override
  public long durationNanos(String name, long defaultNanos) {
    return (Long) values.getOrDefault(name, defaultNanos);
  }

  @Override
  public long count(String name, long defaultCount, long min, long max) {
    return ((Number) values.getOrDefault(name, defaultCount)).longValue();
  }

  @Override
  public long sizeBytes(String name, long defaultBytes, long min, long max) {
    return ((Number) values.getOrDefault(name, defaultBytes)).longValue();
  }

  @Override
  public double fraction(String name, double defaultValue, double min, double max) {
    return (Double) values.getOrDefault(name, defaultValue);
  }

  @Override
  public Rate rate(String name, Rate defaultRate) {
    return (Rate) values.getOrDefault(name, defaultRate);
  }

  @Override
  public boolean flag(String name, boolean defaultValue) {
    return (Boolean) values.getOrDefault(name, defaultValue);
  }

  @Override
  public String text(String name, String defaultText) {
    return (String) values.getOrDefault(name, defaultText);
  }

  @Override
  public String oneOf(String name, String defaultWord, List<String> words) {
    return (String) values.getOrDefault(name, defaultWord);
  }

  @Override
  public int node(String name) {
    return (Integer) values.getOrDefault(name, 0);
  }

  @Override
  @SuppressWarnings("unchecked") // the test gives what it means
  public List<OptionReader> each(String name) {
    return (List<OptionReader>) values.getOrDefault(name, List.of());
  }
}
