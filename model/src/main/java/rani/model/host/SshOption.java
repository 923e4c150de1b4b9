// SPDX-License-Identifier: Apache-2.0
package rani.model.host;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Options of OpenSSH (ssh_config(5)) that a topology may set without the user's consent by {@code
 * --trust}. They start no program, load no library, open no port, forward no agent and weaken no
 * check of the peer. Permitted values contain no blank, quote, {@code %} or {@code $}, which ssh or
 * a shell would interpret.
 */
public final class SshOption {
  private static final String HOST = "([A-Za-z0-9_][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+\\])";
  private static final String HOP = "([A-Za-z_][A-Za-z0-9._-]*@)?" + HOST + "(:[0-9]{1,5})?";
  private static final String NUMBER = "[0-9]{1,9}";
  private static final String SWITCH = "yes|no";
  private static final String FILE = "[A-Za-z0-9/._~][A-Za-z0-9/._~+@-]*";

  /** Permitted values by option name in lower case; OpenSSH ignores the case of names. */
  private static final Map<String, Pattern> HARMLESS =
      Map.ofEntries(
          Map.entry("addressfamily", Pattern.compile("any|inet|inet6")),
          Map.entry("certificatefile", Pattern.compile(FILE)),
          Map.entry("compression", Pattern.compile(SWITCH)),
          Map.entry("connectionattempts", Pattern.compile(NUMBER)),
          Map.entry("connecttimeout", Pattern.compile(NUMBER)),
          Map.entry("identitiesonly", Pattern.compile(SWITCH)),
          Map.entry("identityfile", Pattern.compile(FILE)),
          Map.entry("port", Pattern.compile("[0-9]{1,5}")),
          Map.entry("proxyjump", Pattern.compile("none|" + HOP + "(," + HOP + ")*")),
          Map.entry("serveralivecountmax", Pattern.compile(NUMBER)),
          Map.entry("serveraliveinterval", Pattern.compile(NUMBER)),
          Map.entry("stricthostkeychecking", Pattern.compile("yes")),
          Map.entry("tcpkeepalive", Pattern.compile(SWITCH)),
          Map.entry("user", Pattern.compile("[A-Za-z_][A-Za-z0-9._-]*")));

  private SshOption() {}

  /** Returns whether an option, {@code NAME=VALUE} or {@code NAME VALUE}, needs no consent. */
  public static boolean isHarmless(String option) {
    List<String> parts = List.of(option.split("[= ]", 2));
    Pattern values = HARMLESS.get(parts.getFirst().toLowerCase(Locale.ROOT));
    return values != null && parts.size() == 2 && values.matcher(parts.getLast()).matches();
  }
}
