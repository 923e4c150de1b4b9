// SPDX-License-Identifier: Apache-2.0
package rani.model.file;

/**
 * Description of one key of a mapping.
 *
 * @param name of the key; a regular expression (ECMA 262) if it begins with {@code ^}
 * @param form syntax of its value
 * @param meaning one sentence
 * @param usual the default; empty if there is none
 */
public record Property(String name, Form form, String meaning, String usual, boolean isRequired) {
  public Property(String name, Form form, String meaning) {
    this(name, form, meaning, "", false);
  }

  public static Property mapping(String name, Vocabulary keys, String meaning) {
    return new Property(name, Form.of(keys), meaning);
  }

  public static Property list(String name, Vocabulary member, int max, String meaning) {
    return new Property(name, new Form.ListOf(Form.of(member), 0, max, false), meaning);
  }

  public Property usually(String value) {
    return new Property(name, form, meaning, value, isRequired);
  }

  /** Merges the descriptions of one key in two contexts. */
  Property or(Property other) {
    String both = meaning.contains(other.meaning) ? meaning : meaning + " " + other.meaning;
    return new Property(
        name,
        form.or(other.form),
        both,
        usual.equals(other.usual) ? usual : "",
        isRequired && other.isRequired);
  }

  public Property required() {
    return new Property(name, form, meaning, usual, true);
  }

  /** Returns whether the name is a regular expression for several keys. */
  public boolean isPattern() {
    return name.startsWith("^");
  }
}
