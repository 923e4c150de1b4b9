// SPDX-License-Identifier: Apache-2.0
package rani.aqm;

import java.util.List;
import rani.service.OptionReader;

/** The rule set of RED, where the paper of 1993 and the code of ns-2 differ. */
public enum RedRules {
  /** S. Floyd and V. Jacobson, Random Early Detection Gateways for Congestion Avoidance, 1993. */
  OF_1993("1993"),
  /** ns-2.35: {@code Queue/RED} for RED, {@code Queue/dsRED} for RED with drop precedences. */
  NS_2("ns-2");

  private final String text;

  RedRules(String text) {
    this.text = text;
  }

  /** Returns the name in files. */
  public String text() {
    return text;
  }

  static RedRules read(OptionReader options, RedRules known) {
    List<RedRules> all = List.of(values());
    List<String> words = all.stream().map(RedRules::text).toList();
    String meaning =
        "RED, RIO, WRED: the rule book, where the paper of 1993 and ns-2 say different things.";
    return all.get(words.indexOf(options.oneOf("rules", known.text(), words, meaning)));
  }
}
