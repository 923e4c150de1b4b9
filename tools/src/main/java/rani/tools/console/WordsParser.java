// SPDX-License-Identifier: Apache-2.0
package rani.tools.console;

import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.reader.impl.DefaultParser;

/**
 * Parts lines for completion as {@link Words} does for saying them: no escapes, all on one line.
 */
final class WordsParser implements Parser {
  private final DefaultParser parser = new DefaultParser();

  WordsParser() {
    parser.setEscapeChars(new char[0]);
    parser.setEofOnUnclosedQuote(false);
  }

  @Override
  public ParsedLine parse(String line, int cursor, ParseContext context) {
    return parser.parse(line, cursor, context);
  }
}
