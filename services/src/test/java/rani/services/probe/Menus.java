// SPDX-License-Identifier: Apache-2.0
package rani.services.probe;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import rani.aqm.RedConfig;
import rani.aqm.RedRules;
import rani.node.NodeConfig.MenuEntry;
import rani.services.GivenOptions;
import rani.services.abcd.AbcdMonitor;
import rani.services.abcd.AbcdSplitter;
import rani.services.acc.AccFilterService;
import rani.services.acc.AccMonitor;
import rani.services.flakeway.Flakeway;
import rani.services.lgc.ActiveFilterService;
import rani.services.lgc.Lgc;
import rani.services.traffic.Sink;
import rani.services.traffic.Source;
import rani.services.ufc.UfcCore;
import rani.services.ufc.UfcEdge;

/** The services as tests put them on menus: {@code bursts(sink, "packets", 200, "bursts", 5)}. */
public final class Menus {
  private Menus() {}

  public static MenuEntry lgc(Object... options) {
    return new MenuEntry(new Lgc.Provider(), options(options));
  }

  public static MenuEntry activeFilter(Object... options) {
    return new MenuEntry(new ActiveFilterService.Provider(), options(options));
  }

  public static MenuEntry abcdMonitor(Object... options) {
    return new MenuEntry(new AbcdMonitor.Provider(), options(options));
  }

  public static MenuEntry abcdSplitter(Object... options) {
    return new MenuEntry(new AbcdSplitter.Provider(), options(options));
  }

  public static MenuEntry accMonitor(Object... options) {
    return new MenuEntry(new AccMonitor.Provider(), options(options));
  }

  public static MenuEntry accFilter(Object... options) {
    return new MenuEntry(new AccFilterService.Provider(), options(options));
  }

  public static MenuEntry ufcCore(Object... options) {
    return new MenuEntry(new UfcCore.Provider(), options(options));
  }

  public static MenuEntry ufcEdge(GivenOptions... profiles) {
    return new MenuEntry(new UfcEdge.Provider(), options("profiles", List.of(profiles)));
  }

  public static MenuEntry sink(Object... options) {
    return new MenuEntry(new Sink.Provider(), options(options));
  }

  public static MenuEntry echo(Object... options) {
    return new MenuEntry(new Echo.Provider(), options(options));
  }

  public static MenuEntry ping(Object... options) {
    return new MenuEntry(new Ping.Provider(), options(options));
  }

  public static MenuEntry traceroute() {
    return new MenuEntry(new Traceroute.Provider(), options());
  }

  public static MenuEntry flakeway(GivenOptions... rules) {
    return new MenuEntry(new Flakeway.Provider(), options("rules", List.of(rules)));
  }

  public static MenuEntry source(GivenOptions... flows) {
    return new MenuEntry(new Source.Provider(), options("flows", List.of(flows)));
  }

  public static MenuEntry bursts(int to, Object... options) {
    return source(flow(to, "bursts", options));
  }

  public static MenuEntry cbr(int to, Object... options) {
    return source(flow(to, "cbr", options));
  }

  public static MenuEntry responsive(int to, Object... options) {
    return source(flow(to, "responsive", options));
  }

  public static MenuEntry bulk(int to, Object... options) {
    return source(flow(to, "bulk", options));
  }

  public static MenuEntry requestResponse(int to, Object... options) {
    return source(flow(to, "request-response", options));
  }

  public static GivenOptions flow(int to, String kind, Object... options) {
    Map<String, Object> values = named(options);
    values.put("to", to);
    values.put("kind", kind);
    return GivenOptions.of(values);
  }

  public static GivenOptions options(Object... options) {
    return GivenOptions.of(named(options));
  }

  private static Map<String, Object> named(Object... options) {
    Map<String, Object> values = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      values.put((String) options[i], options[i + 1]);
    }
    return values;
  }

  /** RED that keeps the average alone, as RANI's own nodes did. */
  public static RedConfig averageOnly(double weight, double maxThFrames) {
    return new RedConfig(
        RedRules.OF_1993,
        weight,
        Math.floor(maxThFrames / 3),
        maxThFrames,
        0.1,
        RedConfig.Action.NONE,
        false,
        RedConfig.Spacing.UNIFORM,
        false,
        1000,
        false);
  }
}
