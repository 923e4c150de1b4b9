// SPDX-License-Identifier: Apache-2.0
package rani.services.flakeway;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import rani.link.ChannelModel;
import rani.link.Diversion;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Verb;
import rani.service.WordReader;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.FlowMatch;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;
import rani.world.Streams;

/**
 * <b>flakeway</b> - does to packets in transit what bad links do: delays, loses, doubles, reorders,
 * spoils them, and slows them down (papers' ACC §4.2.5). It takes them by diversion channels as
 * they come in by a link, holds them by timers, and never blocks.
 *
 * <p>Every parameter has a random stream of its own, by the rule's name, and affects no other. A
 * packet's life goes on while it is held; one that ends is dropped, {@code expired}. Control
 * packets pass, and so do packets that this node makes. A packet has at most one rule on a link:
 * the first added of those that match, and any filter or diversion of its very flow comes before.
 *
 * <p><b>Facts.</b> {@code rules} (what they are and have counted, and {@code late-seconds-p50},
 * {@code late-seconds-p99} and {@code late-seconds-max}: how far behind their due times packets
 * went on, the quantiles good to a quarter; 0 in virtual time); of all rules there were {@code
 * held} (now), {@code matched}, {@code passed}, {@code lost}, {@code burst-lost}, {@code listed},
 * {@code overflowed} (no room to wait for the rate, or 4,096 held on one link), {@code duplicated},
 * {@code reordered}, {@code corrupted}. <b>Notes.</b> {@code rule} with change (add, set, remove or
 * flush) and name.
 *
 * <p><b>Example.</b> {@code n2: {services: {flakeway: {rules: [{from: n1, delay: 30ms, loss:
 * 1%}]}}}}
 *
 * <p><b>See also.</b> {@code active-filter}, {@code ping}.
 */
public final class Flakeway extends StartedService {
  static final int RULES_MAX = 16;

  /** Lifetime of diversions: practically unlimited, and still safe from overflow. */
  private static final long STANDS_NANOS = 1_000_000_000_000_000_000L;

  private static final int NAME_LENGTH_MAX = 32;

  private final WordReader words;
  private final List<FlakewayRule> rules;
  private final long[] countsOfEnded = new long[FlakewayRule.NAMES.size()];
  private final PriorityQueue<Due> dues =
      new PriorityQueue<>(Comparator.comparingLong(Due::atNanos).thenComparingLong(Due::order));
  private long seed;
  private long order;

  /**
   * Time at which a held packet is forwarded; {@code order} breaks ties. A null packet stands for
   * the channel's longest waiting one.
   */
  private record Due(
      long atNanos,
      long order,
      FlakewayRule.Channel channel,
      FlakewayRule.@Nullable Waiting packet) {}

  private Flakeway(List<FlakewayRule> rules, WordReader words) {
    this.rules = rules;
    this.words = words;
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    seed = context.random().nextLong();
    for (FlakewayRule rule : rules) {
      open(nowNanos, rule, context);
    }
  }

  /** Diverts the rule's packets on its links. Throws IllegalStateException if a link refuses. */
  private void open(long nowNanos, FlakewayRule rule, ServiceContext node) {
    String ofRule = "rule " + rule.name() + ": ";
    for (LinkId link : FlowMatch.links(rule.match().via(), node, ofRule)) {
      Diversion channel = null;
      String why = "the same packets are taken on " + link + " already";
      try {
        channel = node.divert(nowNanos, link, rule.match().spec(), nowNanos + STANDS_NANOS);
      } catch (IllegalStateException beyondBudget) {
        why = String.valueOf(beyondBudget.getMessage());
      }
      if (channel == null) {
        rule.channels().forEach(opened -> node.flush(nowNanos, opened.diversion()));
        throw new IllegalStateException(ofRule + why);
      }
      String owner = rule.name() + " " + link + " ";
      ChannelModel trouble =
          new ChannelModel(knob -> Streams.of(seed, node.nodeName(), owner + knob));
      rule.channels().add(new FlakewayRule.Channel(rule, channel, trouble));
    }
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion diversion, FrameView packet) {
    FlakewayRule.Channel channel = channel(diversion);
    if (channel == null) {
      return Fate.FORWARD;
    }
    return switch (channel.rule().decide(nowNanos, channel, packet)) {
      case PASS -> Fate.FORWARD;
      case LOSE -> {
        if (channel.isInTurn()) {
          enter(channel, FlakewayRule.Waiting.LOST, node());
        }
        yield Fate.DISCARD;
      }
      case HOLD -> {
        enter(channel, diversion.nextNumber(), node());
        yield Fate.HOLD;
      }
    };
  }

  /** Schedules a packet. A lost packet takes a turn, so that packets behind keep their times. */
  private void enter(FlakewayRule.Channel channel, long number, ServiceContext node) {
    FlakewayRule.Waiting packet = channel.decided(number);
    boolean inTurn = channel.isInTurn();
    if (inTurn && !channel.takeTurn(packet)) {
      return;
    }
    dues.add(new Due(channel.dueNanos(), order++, channel, inTurn ? null : packet));
    arm(node);
  }

  private FlakewayRule.@Nullable Channel channel(Diversion diversion) {
    for (FlakewayRule rule : rules) {
      for (FlakewayRule.Channel channel : rule.channels()) {
        if (channel.diversion() == diversion) {
          return channel;
        }
      }
    }
    return null;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = node();
    for (Due due = dues.peek(); due != null && due.atNanos() <= nowNanos; due = dues.peek()) {
      dues.remove();
      FlakewayRule.Waiting packet = due.packet();
      if (packet == null) {
        packet = due.channel().nextTurn();
        if (packet.reorderDelayNanos() > 0) {
          dues.add(
              new Due(due.atNanos() + packet.reorderDelayNanos(), order++, due.channel(), packet));
          continue;
        }
      }
      if (packet.number() != FlakewayRule.Waiting.LOST) {
        letGo(nowNanos, due, packet, node);
      }
    }
    arm(node);
  }

  private static void letGo(
      long nowNanos, Due due, FlakewayRule.Waiting packet, ServiceContext node) {
    Diversion diversion = due.channel().diversion();
    if (packet.duplicated()) {
      node.releaseCopy(nowNanos, diversion, packet.number());
    }
    node.release(nowNanos, diversion, packet.number());
    due.channel().rule().letsGo(nowNanos, due.atNanos());
  }

  private void arm(ServiceContext node) {
    Due next = dues.peek();
    if (next == null) {
      node.cancelTimer(0);
    } else {
      node.setTimer(0, next.atNanos());
    }
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    ServiceContext node = node();
    if (verb.equals("show") && arguments.isEmpty()) {
      return Reply.of(shown());
    }
    if (arguments.isEmpty() || arguments.getFirst().indexOf('=') >= 0) {
      return Reply.refused("which rule? `" + verb + "` takes its name first");
    }
    String name = arguments.getFirst();
    List<String> rest = arguments.subList(1, arguments.size());
    FlakewayRule rule =
        rules.stream().filter(one -> one.name().equals(name)).findFirst().orElse(null);
    if (verb.equals("add")) {
      return rule == null
          ? add(nowNanos, name, rest, node)
          : Reply.refused("there is a rule `" + name + "` already; `set` turns its knobs");
    }
    if (rule == null) {
      return Reply.refused(
          "no rule `" + name + "`; there is " + rules.stream().map(FlakewayRule::name).toList());
    }
    return switch (verb) {
      case "set" -> set(nowNanos, rule, rest, node);
      case "show" -> Reply.of(rule.facts());
      case "remove", "flush" -> end(nowNanos, rule, verb.equals("flush"), node);
      default -> super.onCommand(nowNanos, verb, arguments);
    };
  }

  private Reply add(long nowNanos, String name, List<String> rest, ServiceContext node) {
    if (rules.size() == RULES_MAX) {
      return Reply.refused("a flakeway has at most " + RULES_MAX + " rules");
    }
    try {
      FlakewayRule rule = words.read(rest, options -> rule(name, options));
      open(nowNanos, rule, node);
      rules.add(rule);
      return noted(nowNanos, "add", rule, node);
    } catch (IllegalArgumentException | IllegalStateException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
  }

  private Reply set(long nowNanos, FlakewayRule rule, List<String> rest, ServiceContext node) {
    try {
      rule.turn(words.read(rest, rule.knobs()::turned));
    } catch (IllegalArgumentException wrong) {
      return Reply.refused(String.valueOf(wrong.getMessage()));
    }
    return noted(nowNanos, "set", rule, node);
  }

  private Reply end(long nowNanos, FlakewayRule rule, boolean flush, ServiceContext node) {
    for (FlakewayRule.Channel channel : rule.channels()) {
      dues.removeIf(due -> due.channel() == channel);
      if (flush) {
        node.flush(nowNanos, channel.diversion());
      } else {
        node.close(nowNanos, channel.diversion());
      }
    }
    arm(node);
    rules.remove(rule);
    addTo(countsOfEnded, rule);
    return noted(nowNanos, flush ? "flush" : "remove", rule, node);
  }

  private static Reply noted(long nowNanos, String change, FlakewayRule rule, ServiceContext node) {
    node.note(nowNanos, "rule", Note.of("change", change).and("name", rule.name()));
    return Reply.of(rule.facts());
  }

  private static FlakewayRule rule(String name, OptionReader options) {
    if (!name.matches("[A-Za-z0-9._-]{1," + NAME_LENGTH_MAX + "}")) {
      throw new IllegalArgumentException(
          "a rule's name is 1 to " + NAME_LENGTH_MAX + " letters, digits, dots, - and _");
    }
    FlowMatch match = FlowMatch.read(options);
    return new FlakewayRule(name, match, FlakewayParameters.NONE.turned(options));
  }

  private static void addTo(long[] sums, FlakewayRule rule) {
    long[] counts = rule.counts();
    for (int i = 0; i < sums.length; i++) {
      sums[i] += counts[i];
    }
  }

  public record Rules(List<FlakewayRule.Shown> rules) implements Facts {}

  /** Facts of the flakeway; counts are named by {@link FlakewayRule#NAMES}. */
  public record Shown(@Inline Rules rules, @Inline SequencedMap<String, Long> counts)
      implements Facts {}

  private Rules shown() {
    return new Rules(rules.stream().map(FlakewayRule::facts).toList());
  }

  @Override
  public Shown facts(long nowNanos) {
    long[] sums = countsOfEnded.clone();
    rules.forEach(rule -> addTo(sums, rule));
    return new Shown(shown(), FlakewayRule.named(sums));
  }

  public static final class Provider extends NamedProvider {
    public Provider() {
      super(ServiceNumbers.FLAKEWAY, "flakeway");
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          add NAME … | adds a rule, with the words of a file: `add slow from=n1 protocol=rdp \
          delay=30ms`
          set NAME … | changes the parameters that it names, and no others, for packets \
          that come from now on
          remove NAME | ends a rule; what it holds is discarded, `diversion`
          flush NAME | ends a rule; what it holds goes on its way at once, in the order in which \
          it came
          show [NAME] | tells all rules, or one: which packets, its parameters, what it has counted
          """);
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(new NoteMark("rule", Kind.CHANGE, "flakeway: rule {name}, {change}"));
    }

    @Override
    public Service create(OptionReader options) {
      List<FlakewayRule> rules = new ArrayList<>();
      for (OptionReader one :
          options.each(
              "rules",
              "Which packets, and what is done to them; the first that matches counts, of at most"
                  + " 16.")) {
        if (rules.size() == RULES_MAX) {
          throw new IllegalArgumentException("a flakeway has at most " + RULES_MAX + " rules");
        }
        String name =
            one.text(
                "name",
                "rule-" + (rules.size() + 1),
                "What the rule is called; the k-th one is rule-k unless told otherwise.");
        if (rules.stream().anyMatch(rule -> rule.name().equals(name))) {
          throw new IllegalArgumentException("two rules are called " + name);
        }
        rules.add(rule(name, one));
      }
      return new Flakeway(rules, options.words());
    }
  }
}
