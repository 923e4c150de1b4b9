// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/**
 * What is known of one key of a mapping.
 *
 * @param name as files write it; or a pattern (ECMA 262), if it begins with {@code ^}
 * @param form of its value
 * @param meaning one sentence
 * @param usual the value that holds where a file does not say; empty if there is none
 * @param isRequired whether it must be there
 */
public record Property(String name, Form form, String meaning, String usual, boolean isRequired) {
  /** A key that may be left out. */
  public Property(String name, Form form, String meaning) {
    this(name, form, meaning, "", false);
  }

  /** A key of a mapping of known keys. */
  public static Property mapping(String name, Vocabulary keys, String meaning) {
    return new Property(name, Form.of(keys), meaning);
  }

  /** A key of a list of mappings. */
  public static Property list(String name, Vocabulary member, int max, String meaning) {
    return new Property(name, new Form.ListOf(Form.of(member), 0, max, false), meaning);
  }

  /** The same with what holds where a file does not say. */
  public Property usually(String value) {
    return new Property(name, form, meaning, value, isRequired);
  }

  /** The same key as it is in another case. */
  Property or(Property other) {
    String both = meaning.contains(other.meaning) ? meaning : meaning + " " + other.meaning;
    return new Property(
        name,
        form.or(other.form),
        both,
        usual.equals(other.usual) ? usual : "",
        isRequired && other.isRequired);
  }

  /** The same, which must be there. */
  public Property required() {
    return new Property(name, form, meaning, usual, true);
  }

  /** Whether the name stands for all that match it. */
  public boolean isPattern() {
    return name.startsWith("^");
  }
}
