// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Keys that a mapping may have. Readers check files against it. Schemas, tables of documents,
 * completion and {@code rani explain} are generated from it. Messages and tables list the
 * properties in their order.
 */
public record Vocabulary(List<Property> properties, List<Rule> rules) {
  /** Rule about a combination of keys. */
  public sealed interface Rule {}

  /** Rule that a key requires another key to be present, too. */
  public record Needs(String key, String other) implements Rule {}

  /** Rule that exactly one of several groups of keys is present. */
  public record OneOf(List<List<String>> groups) implements Rule {}

  /** Rule that at least one of several keys is present. */
  public record AnyOf(List<String> keys) implements Rule {}

  public Vocabulary {
    properties = List.copyOf(properties);
    rules = List.copyOf(rules);
  }

  public static Vocabulary of(Property... properties) {
    return new Vocabulary(List.of(properties), List.of());
  }

  /** Returns the keys that a walk visits; known values become defaults. */
  public static Vocabulary of(Consumer<Keys> walk) {
    Describer describer = new Describer();
    walk.accept(describer);
    return describer.vocabulary();
  }

  /** Returns these keys and more. Existing keys are not replaced. */
  public Vocabulary and(Property... more) {
    return and(of(more));
  }

  /** Returns these keys and those of another vocabulary. Existing keys are not replaced. */
  public Vocabulary and(Vocabulary more) {
    List<Property> all = new ArrayList<>(properties);
    more.properties.stream().filter(each -> find(each.name()).isEmpty()).forEach(all::add);
    List<Rule> allRules = new ArrayList<>(rules);
    allRules.addAll(more.rules);
    return new Vocabulary(all, allRules);
  }

  /**
   * Returns the keys of mappings of two kinds that a key of their own tells apart. Keys of both
   * have either form.
   */
  public Vocabulary or(Vocabulary other) {
    List<Property> all = new ArrayList<>();
    properties.forEach(each -> all.add(other.find(each.name()).map(each::or).orElse(each)));
    return new Vocabulary(all, rules).and(other);
  }

  /** Returns this vocabulary with some keys mandatory. */
  public Vocabulary required(String... keys) {
    return changed(Property::required, keys);
  }

  /** Returns this vocabulary without defaults for keys whose defaults depend on others. */
  public Vocabulary varying(String... keys) {
    return changed(property -> property.usually(""), keys);
  }

  private Vocabulary changed(UnaryOperator<Property> change, String... keys) {
    return new Vocabulary(
        properties.stream()
            .map(each -> List.of(keys).contains(each.name()) ? change.apply(each) : each)
            .toList(),
        rules);
  }

  public Vocabulary with(Rule rule) {
    List<Rule> more = new ArrayList<>(rules);
    more.add(rule);
    return new Vocabulary(properties, more);
  }

  /** Adds the rule that the first key requires the second. */
  public Vocabulary needs(String key, String other) {
    return with(new Needs(key, other));
  }

  /** Adds the rule that exactly one of these keys is present. */
  public Vocabulary oneOf(String... keys) {
    return with(new OneOf(List.of(keys).stream().map(List::of).toList()));
  }

  public Optional<Property> find(String name) {
    return properties.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** Returns the keys of the mapping, or of the mappings in the list, at a key; else no keys. */
  public Vocabulary within(String name) {
    return find(name).map(each -> each.form().vocabulary()).orElseGet(Vocabulary::of);
  }

  /** Returns the names of the keys, without regular expressions. */
  public List<String> names() {
    return properties.stream().filter(each -> !each.isPattern()).map(Property::name).toList();
  }
}
