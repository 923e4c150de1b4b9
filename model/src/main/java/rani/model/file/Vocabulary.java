// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The keys that a mapping may have. Readers ask for them, and schemas, tables of documents,
 * completion and {@code rani explain} are made of them.
 *
 * @param properties in the order in which messages and tables list them
 * @param rules about keys that go together
 */
public record Vocabulary(List<Property> properties, List<Rule> rules) {
  /** What keys have to do with each other. */
  public sealed interface Rule {}

  /**
   * A key that is there only with another.
   *
   * @param key that is there
   * @param other that must then be there too
   */
  public record Needs(String key, String other) implements Rule {}

  /**
   * Groups of keys of which exactly one is there.
   *
   * @param groups each a list of keys
   */
  public record OneOf(List<List<String>> groups) implements Rule {}

  /**
   * Keys of which at least one is there.
   *
   * @param keys of which
   */
  public record AnyOf(List<String> keys) implements Rule {}

  public Vocabulary {
    properties = List.copyOf(properties);
    rules = List.copyOf(rules);
  }

  /** Some keys. */
  public static Vocabulary of(Property... properties) {
    return new Vocabulary(List.of(properties), List.of());
  }

  /** The keys that a walk goes through, with what it knows as their usual values. */
  public static Vocabulary of(Consumer<Keys> walk) {
    Describer describer = new Describer();
    walk.accept(describer);
    return describer.vocabulary();
  }

  /** These keys and some more; one that is here already stays as it is. */
  public Vocabulary and(Property... more) {
    return and(of(more));
  }

  /** These keys and those of another vocabulary; one that is here already stays as it is. */
  public Vocabulary and(Vocabulary more) {
    List<Property> all = new ArrayList<>(properties);
    more.properties.stream().filter(each -> find(each.name()).isEmpty()).forEach(all::add);
    List<Rule> allRules = new ArrayList<>(rules);
    allRules.addAll(more.rules);
    return new Vocabulary(all, allRules);
  }

  /** With keys that must be there. */
  public Vocabulary required(String... keys) {
    return changed(Property::required, keys);
  }

  /** With keys that have no usual value, since it depends on other keys. */
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

  /** With a rule. */
  public Vocabulary with(Rule rule) {
    List<Rule> more = new ArrayList<>(rules);
    more.add(rule);
    return new Vocabulary(properties, more);
  }

  /** With a rule: the first key is there only with the second. */
  public Vocabulary needs(String key, String other) {
    return with(new Needs(key, other));
  }

  /** With a rule: exactly one of these keys is there. */
  public Vocabulary oneOf(String... keys) {
    return with(new OneOf(List.of(keys).stream().map(List::of).toList()));
  }

  /** The key of that name. */
  public Optional<Property> find(String name) {
    return properties.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /** The keys of the mapping at a key, or of the members of the list there; none of others. */
  public Vocabulary within(String name) {
    return find(name).map(each -> each.form().vocabulary()).orElseGet(Vocabulary::of);
  }

  /** The names of its keys, patterns left out. */
  public List<String> names() {
    return properties.stream().filter(each -> !each.isPattern()).map(Property::name).toList();
  }
}
