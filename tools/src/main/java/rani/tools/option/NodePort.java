// SPDX-License-Identifier: Apache-2.0
package rani.tools.option;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** An RDP port of a node, 1…65,535, written {@code n5:7000}. */
public record NodePort(String node, int port) {
  private static final int PORT_MAX = 65_535;

  public static final class Converter implements ITypeConverter<NodePort> {
    @Override
    public NodePort convert(String text) {
      int colon = text.lastIndexOf(':');
      String digits = text.substring(colon + 1);
      int port = colon > 0 && digits.matches("\\d{1,5}") ? Integer.parseInt(digits) : 0;
      if (port < 1 || port > PORT_MAX) {
        throw new TypeConversionException("`" + text + "` is no NODE:PORT, such as n5:7000");
      }
      return new NodePort(text.substring(0, colon), port);
    }
  }
}
