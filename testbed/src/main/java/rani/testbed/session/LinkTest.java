// SPDX-License-Identifier: Apache-2.0
package rani.testbed.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The result of a test of a link between two hosts; {@code frameBytes} is the longest frame. */
public record LinkTest(String link, End a, End b, int frameBytes) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** The result at one end: the node's host, its address, and the ports of the sockets. */
  public record End(
      String host, String address, int sendPort, int receivePort, LinkProbe.Heard heard) {
    private String from() {
      return address + " port " + sendPort;
    }

    private String to() {
      return address + " port " + receivePort;
    }
  }

  /** Explains why the link does not work, in one sentence for each direction; empty if it works. */
  public List<String> failures() {
    List<String> failures = new ArrayList<>();
    judge(a, b, failures);
    judge(b, a, failures);
    return failures;
  }

  private void judge(End from, End to, List<String> failures) {
    LinkProbe.Heard heard = to.heard();
    String why = "";
    if (!heard.strangers().isEmpty()) {
      why =
          "datagrams arrive as if from %s: something between the hosts changes addresses (NAT);"
                  .formatted(heard.strangers())
              + " links need addresses that the other host sees";
    } else if (heard.shortHeard() == 0) {
      why = "none of " + LinkProbe.SHORT_COUNT + " datagrams arrived" + cause(from, to);
    } else if (heard.longHeard() == 0) {
      why =
          "short datagrams arrive, those of %d bytes do not: something drops them, or fragments"
                  .formatted(frameBytes)
              + " of them; a smaller `mtu` of the link helps";
    }
    if (!why.isEmpty()) {
      failures.add(
          "link %s, from %s (%s) to %s (%s): %s"
              .formatted(link, from.host(), from.from(), to.host(), to.to(), why));
    }
  }

  private static String cause(End from, End to) {
    if (!from.heard().failure().isEmpty()) {
      return "; " + from.host() + " cannot send them: " + ofSending(from, to);
    }
    return from.heard().shortHeard() > 0
        ? ", while the other way they do; likely a firewall at %s that keeps UDP from coming in"
            .formatted(to.host())
        : ", nor do they the other way; likely a firewall between the hosts that drops UDP, or"
            + " `address` of one of them is not on the network that they share";
  }

  /** Explains an error message of the operating system. */
  private static String ofSending(End from, End to) {
    String said = from.heard().failure();
    String reason =
        switch (said) {
          case "Network is unreachable", "No route to host" ->
              "no route to %s; is `address` of %s right?".formatted(to.address(), to.host());
          case "Invalid argument" ->
              "no route from %s to %s; they are not on one network, so `address` of %s or %s is"
                      .formatted(from.address(), to.address(), from.host(), to.host())
                  + " wrong";
          case "Operation not permitted" -> "a firewall of its own forbids it";
          default -> "is `address` of " + to.host() + " right?";
        };
    return reason + " (" + said + ")";
  }

  private String remark() {
    int lost = 2 * LinkProbe.SHORT_COUNT - a.heard().shortHeard() - b.heard().shortHeard();
    List<String> remarks = new ArrayList<>();
    if (lost > 0) {
      remarks.add("%d of %d datagrams were lost".formatted(lost, 2 * LinkProbe.SHORT_COUNT));
    }
    if (!a.heard().fits(frameBytes) || !b.heard().fits(frameBytes)) {
      remarks.add(
          "frames of %d bytes go in fragments; a smaller `mtu` avoids that".formatted(frameBytes));
    }
    return String.join("; ", remarks);
  }

  /** Returns the shorter round trip of both ends, in milliseconds; 0 if there is none. */
  private double tripMillis() {
    long first = a.heard().tripNanos();
    long second = b.heard().tripNanos();
    long nanos = first == 0 || second == 0 ? Math.max(first, second) : Math.min(first, second);
    return nanos / NANOS_PER_MILLI;
  }

  /** Describes a working link: its hosts, its round trip, and warnings. */
  public String inWords() {
    String remark = remark();
    return String.format(
        Locale.ROOT,
        "%s: %s - %s, round trip %.2f ms%s",
        link,
        a.host(),
        b.host(),
        tripMillis(),
        remark.isEmpty() ? "" : "; " + remark);
  }
}
