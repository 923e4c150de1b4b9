// SPDX-License-Identifier: Apache-2.0
package rani.services.ufc;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import rani.link.Diversion;
import rani.service.Fate;
import rani.service.FrameView;
import rani.service.NamedProvider;
import rani.service.OptionReader;
import rani.service.QueueView;
import rani.service.Service;
import rani.service.ServiceContext;
import rani.service.Trial;
import rani.service.Verb;
import rani.service.metric.NoteMark;
import rani.service.metric.NoteMark.Kind;
import rani.services.FlowMatch;
import rani.services.Requesters;
import rani.services.ServiceNumbers;
import rani.services.StartedService;
import rani.wire.FlowKey;
import rani.wire.MessageFormat;
import rani.wire.ServiceMessage;
import rani.world.Congestion;
import rani.world.Facts;
import rani.world.Inline;
import rani.world.LinkId;
import rani.world.Note;
import rani.world.Reply;

/**
 * <b>ufc-edge</b> - unresponsive flow control at a domain's edge (papers' UFC §3.2). As
 * <i>ingress</i> it marks what enters by its profiles with assured forwarding's three drop
 * precedences, and shapes flows that do not answer losses to what the network further on carries of
 * them. As <i>egress</i> it passes reports on towards the ingress of the domain that a flow comes
 * from, those of congestion and those of shaping separately.
 *
 * <p><b>Profiles.</b> Each is an aggregate: which packets, the rate that they were promised ({@code
 * cir}), and the marker. Packets are marked as they come in by a link, RDP's too; only others are
 * shaped. While nothing is reported, no more passes than {@code cir}. Each interval a report of
 * congestion lowers that by what was lost, times max(1, gamma·bo/bb) for the bandwidth here and
 * there (equations 1 and 2), and a report of shaping by what was lost (3); an interval without any
 * raises it again, first slowly, then twice as fast each time, up to a part of what arrives
 * (equations 4 and 5). If the rate that passes is above the profile, the next min(n/2,
 * rate/profile) packets are dropped, n being how many micro-flows are active.
 *
 * <p><b>Reports</b> are packets on their way to a flow's source, from a {@link UfcCore ufc-core},
 * another ufc-edge, or this one. The first ufc-edge by whose profiles the flow has lately entered
 * takes them; others let them pass. They are believed only if packets from the flow's source to its
 * destination have gone, within ten seconds, by the link that they come by, and if the flow does
 * not come by it; at most 1,000 in a second by one link. No more drops are believed than packets
 * have gone there in the last four to nine seconds, each reported once. What this edge shapes away
 * it reports towards the source likewise, unless the source is the next node; and what its own
 * queues drop, as a ufc-core does.
 *
 * <p><b>Facts.</b> {@code profiles} (as {@code show} tells them), {@code green}, {@code yellow},
 * {@code red} (packets marked), {@code shaped} (dropped by the shaper), {@code congestion-drops},
 * {@code shaping-drops} (reported to it of its profiles), {@code taken} (reports), {@code
 * duplicates} (reports that had come before), {@code unbelieved} (drops reported beyond what has
 * gone), {@code refused}, of these {@code no-evidence} (the flow was not forwarded there) and
 * {@code too-fast}, {@code passed-congestion}, {@code passed-shaping} (reports that went on),
 * {@code own-drops} (of its own queues), {@code reports-congestion}, {@code reports-shaping}
 * (sent), {@code beyond} (drops of more than 4,096 flows). <b>Notes.</b> {@code adjust} with
 * profile, congestion, shaping and rate (bit/s).
 *
 * <p><b>Example.</b> {@code e1: {services: {ufc-edge: {profiles: [{via: n2, cir: 5Mbit/s}]}}}}
 *
 * <p><b>See also.</b> {@link UfcCore ufc-core}, {@code source}, {@link rani.aqm.Rio the discipline
 * rio}.
 */
public final class UfcEdge extends StartedService {
  /** Formats of the messages that this service accepts. */
  static final List<MessageFormat> MESSAGES = List.of(UfcCongestion.FORMAT, UfcShaping.FORMAT);

  static final int PROFILES_MAX = 16;

  /** Largest number of report identifiers remembered to recognise duplicates. */
  static final int REPORTS_MAX = 4096;

  private static final long STANDS_NANOS = 1_000_000_000_000_000_000L;
  private static final long MILLISECOND = 1_000_000;
  private static final long INTERVAL_NANOS = 500 * MILLISECOND;
  private static final long INTERVAL_NANOS_MAX = 60_000 * MILLISECOND;

  /** Message of a router or an edge that packets of a flow were dropped. */
  sealed interface Report extends ServiceMessage permits UfcCongestion, UfcShaping {
    FlowKey flow();

    int id();

    int count();
  }

  private final UfcProfile.Control control;
  private final List<UfcProfile.Settings> settings;
  private final List<UfcProfile> profiles = new ArrayList<>();
  private final DropCounts congested = new DropCounts();
  private final DropCounts shaped = new DropCounts();
  private final SequencedSet<Long> known = new LinkedHashSet<>();
  private final Requesters askers = new Requesters();
  private long unbelieved;
  private int nextId;

  private long taken;
  private long duplicates;
  private long refused;
  private long passedCongestion;
  private long passedShaping;
  private long ownDrops;
  private long reportsCongestion;
  private long reportsShaping;
  private long beyond;

  private UfcEdge(UfcProfile.Control control, List<UfcProfile.Settings> settings) {
    this.control = control;
    this.settings = settings;
  }

  /** Reads the option {@code interval}, which ufc-core shares. */
  static long interval(OptionReader options) {
    long nanos =
        options.durationNanos(
            "interval",
            INTERVAL_NANOS,
            "How often drops are reported, and profiles adjusted, 1ms to 60s.");
    if (nanos < MILLISECOND || nanos > INTERVAL_NANOS_MAX) {
      throw new IllegalArgumentException("interval is 1ms to 60s");
    }
    return nanos;
  }

  static int millis(long intervalNanos) {
    return (int) (intervalNanos / MILLISECOND);
  }

  @Override
  public void start(long nowNanos, ServiceContext context) {
    super.start(nowNanos, context);
    nextId = context.secrets().nextInt();
    for (UfcProfile.Settings one : settings) {
      Marker marker = one.marker().marker(nowNanos, context.random());
      UfcProfile profile = new UfcProfile(nowNanos, one, control, marker);
      open(nowNanos, profile, one.match(), context);
      profiles.add(profile);
    }
    if (control.isOn()) {
      context.setTimer(0, nowNanos + control.intervalNanos());
    }
  }

  private static void open(
      long nowNanos, UfcProfile profile, FlowMatch match, ServiceContext node) {
    String owner = "profile " + profile.name() + ": ";
    for (LinkId link : FlowMatch.links(match.via(), node, owner)) {
      Diversion channel = node.divert(nowNanos, link, match.spec(), nowNanos + STANDS_NANOS);
      if (channel == null) {
        throw new IllegalStateException(
            owner + "the same packets are taken on " + link + " already");
      }
      profile.channels().add(channel);
    }
  }

  @Override
  public Fate onDiverted(long nowNanos, Diversion channel, FrameView packet) {
    for (UfcProfile profile : profiles) {
      if (profile.channels().contains(channel)) {
        return profile.takes(nowNanos, packet) ? Fate.FORWARD : drop(channel, packet);
      }
    }
    return Fate.FORWARD;
  }

  /** Drops a packet that exceeds its profile, and counts it for the report upstream. */
  private Fate drop(Diversion channel, FrameView packet) {
    boolean isFirstHop = node().neighbour(channel.link()) == packet.source();
    if (!isFirstHop && !shaped.add(packet, DropCounts.NO_BANDWIDTH)) {
      beyond++;
    }
    return Fate.DISCARD;
  }

  @Override
  public void onCongestion(long nowNanos, Congestion kind, QueueView queue, FrameView packet) {
    if (!control.isOn()
        || packet.source() == node().address()
        || !DropCounts.isUnanswered(kind, packet)) {
      return;
    }
    ownDrops++;
    if (!congested.add(packet, DropCounts.bandwidth(queue.rate(), packet.length()))) {
      beyond++;
    }
  }

  @Override
  public Fate onPacket(long nowNanos, FrameView packet) {
    ServiceContext node = node();
    LinkId link = packet.link();
    if (!(packet.message(MESSAGES) instanceof Report report)
        || link == null
        || packet.destination() != report.flow().source()
        || !link.equals(node.route(report.flow().destination()))
        || link.equals(node.route(report.flow().source()))
        || !askers.mayAsk(nowNanos, link, report.flow(), report.flow().destination(), node)) {
      refused++;
      return Fate.REFUSE;
    }
    FlowKey flow = report.flow();
    UfcProfile profile = control.isOn() ? profileOf(flow) : null;
    if (profile == null) {
      passedCongestion += report instanceof UfcCongestion ? 1 : 0;
      passedShaping += report instanceof UfcShaping ? 1 : 0;
      return Fate.FORWARD;
    }
    if (isNew(packet.source(), report.id())) {
      switch (report) {
        case UfcCongestion congestion -> {
          double weight = profile.weight(congestion.bitsPerSecond(), outgoing(flow, node));
          double believed = believed(nowNanos, link, flow, report.count(), weight, node);
          profile.congested(Math.min(report.count(), (int) believed), believed);
        }
        case UfcShaping _ ->
            profile.shaped((int) believed(nowNanos, link, flow, report.count(), 1, node));
      }
    }
    return Fate.CONSUME;
  }

  private @Nullable UfcProfile profileOf(FlowKey flow) {
    for (UfcProfile profile : profiles) {
      if (profile.has(flow)) {
        return profile;
      }
    }
    return null;
  }

  /**
   * Returns the weighted drops of a report, but at most the packets of the flow that were forwarded
   * to the neighbour. A report thus cannot take away more than the flow itself.
   */
  private double believed(
      long nowNanos, LinkId link, FlowKey flow, int drops, double weight, ServiceContext node) {
    double wanted = drops * weight;
    int packets = (int) Math.min(Math.ceil(wanted), Integer.MAX_VALUE);
    int gone = node.tellOfForwarded(nowNanos, link, flow.source(), flow.destination(), packets);
    unbelieved += Math.max(0, drops - gone);
    return Math.min(wanted, gone);
  }

  /** Returns bo of equation 1: bandwidth of the link by which a flow leaves. */
  private static long outgoing(FlowKey flow, ServiceContext node) {
    LinkId link = node.route(flow.destination());
    return link == null
        ? DropCounts.NO_BANDWIDTH
        : DropCounts.bandwidth(node.rate(link), UfcProfile.MEAN_PACKET_BYTES);
  }

  private boolean isNew(int reporter, int id) {
    if (known.size() == REPORTS_MAX) {
      known.removeFirst();
    }
    if (known.add((long) reporter << 32 | id & 0xFFFF_FFFFL)) {
      taken++;
      return true;
    }
    duplicates++;
    return false;
  }

  @Override
  public void onWake(long nowNanos, int timer) {
    ServiceContext node = node();
    for (DropCounts.Dropped of : congested.take()) {
      UfcProfile own = profileOf(of.flow());
      if (own != null) {
        double weight = own.weight(of.bitsPerSecond(), outgoing(of.flow(), node));
        own.congested(of.count(), of.count() * weight);
      } else {
        reportsCongestion++;
        UfcCongestion report =
            new UfcCongestion(
                of.flow(),
                nextId++,
                of.count(),
                millis(control.intervalNanos()),
                of.bitsPerSecond());
        node.sendMessage(nowNanos, of.flow().source(), report);
      }
    }
    for (DropCounts.Dropped of : shaped.take()) {
      reportsShaping++;
      UfcShaping report =
          new UfcShaping(of.flow(), nextId++, of.count(), millis(control.intervalNanos()));
      node.sendMessage(nowNanos, of.flow().source(), report);
    }
    profiles.forEach(profile -> endInterval(nowNanos, profile, node));
    node.setTimer(0, nowNanos + control.intervalNanos());
  }

  private static void endInterval(long nowNanos, UfcProfile profile, ServiceContext node) {
    UfcProfile.Adjustment done = profile.endInterval(nowNanos);
    if (done != null) {
      node.note(
          nowNanos,
          "adjust",
          Note.of("profile", profile.name())
              .and("congestion", done.congestion())
              .and("shaping", done.shaping())
              .and("rate", Math.round(8 * done.adjusted())));
    }
  }

  @Override
  public Reply onCommand(long nowNanos, String verb, List<String> arguments) {
    switch (verb) {
      case "show" -> {}
      case "reset" -> profiles.forEach(UfcProfile::reset);
      default -> {
        return super.onCommand(nowNanos, verb, arguments);
      }
    }
    return Reply.of(new Profiles(shown(nowNanos)));
  }

  private List<UfcProfile.Shown> shown(long nowNanos) {
    return profiles.stream().map(profile -> profile.facts(nowNanos)).toList();
  }

  public record Profiles(List<UfcProfile.Shown> profiles) implements Facts {}

  public record Shown(
      List<UfcProfile.Shown> profiles,
      @Inline UfcProfile.Sums sums,
      long taken,
      long duplicates,
      long unbelieved,
      long refused,
      @Inline Requesters.Refused askers,
      long passedCongestion,
      long passedShaping,
      long ownDrops,
      long reportsCongestion,
      long reportsShaping,
      long beyond)
      implements Facts {}

  @Override
  public Shown facts(long nowNanos) {
    return new Shown(
        shown(nowNanos),
        profiles.stream().map(UfcProfile::sums).reduce(UfcProfile.Sums.NONE, UfcProfile.Sums::plus),
        taken,
        duplicates,
        unbelieved,
        refused,
        askers.refused(),
        passedCongestion,
        passedShaping,
        ownDrops,
        reportsCongestion,
        reportsShaping,
        beyond);
  }

  public static final class Provider extends NamedProvider {
    private static final int FACTOR_MAX = 1_000_000;
    private static final int STEP_MAX = 1_000_000;

    public Provider() {
      super(ServiceNumbers.UFC_EDGE, "ufc-edge", Reach.EVERY_HOP);
    }

    @Override
    public List<MessageFormat> messages() {
      return MESSAGES;
    }

    @Override
    public boolean needsEvidence() {
      return true;
    }

    @Override
    public List<Verb> verbs() {
      return Verb.table(
          """
          show | tells the profiles: target, present profile, what arrives, what passes and r, \
          in bit/s; active flows; what was marked, shaped and reported
          reset | gives every profile its `cir` again
          """);
    }

    @Override
    public Trial trial() {
      return new Trial(0.1, "{profiles: [{cir: 200kbit/s}]}");
    }

    @Override
    public List<NoteMark> marks() {
      return List.of(
          new NoteMark("adjust", Kind.NOTE, "profile {profile} is adjusted to {rate bit/s}"));
    }

    @Override
    public Service create(OptionReader options) {
      UfcProfile.Control control =
          new UfcProfile.Control(
              options.flag(
                  "control",
                  true,
                  "Whether anything is shaped or reported; without it the edge only marks."),
              interval(options),
              options.fraction(
                  "gamma", 0.1, 0, 1, "How hard congestion at a thin link is answered."),
              options.count(
                  "factor",
                  8,
                  1,
                  FACTOR_MAX,
                  "The part of the average by which a profile rises at most."),
              options.count(
                  "step", 2, 1, STEP_MAX, "By how many packets an interval it rises at first."),
              options
                  .oneOf(
                      "compare",
                      "arrival",
                      List.of("arrival", "passed"),
                      "Which average equations 2 and 5 go by: of what arrives, or of what the"
                          + " shaper has passed.")
                  .equals("passed"));
      List<UfcProfile.Settings> profiles = new ArrayList<>();
      for (OptionReader one :
          options.each("profiles", "The aggregates that enter a domain here, at most 16.")) {
        if (profiles.size() == PROFILES_MAX) {
          throw new IllegalArgumentException("an edge has at most " + PROFILES_MAX + " profiles");
        }
        String name =
            one.text(
                "name",
                "profile-" + (profiles.size() + 1),
                "What it is called; the k-th is profile-k unless told otherwise.");
        if (!name.matches("[A-Za-z0-9._-]{1,32}")) {
          throw new IllegalArgumentException(
              "a profile's name is 1 to 32 letters, digits, dots, - and _");
        }
        if (profiles.stream().anyMatch(profile -> profile.name().equals(name))) {
          throw new IllegalArgumentException("two profiles are called " + name);
        }
        MarkerSettings marker = MarkerSettings.read(one);
        profiles.add(
            new UfcProfile.Settings(
                name,
                FlowMatch.read(one),
                marker.committed(),
                marker,
                (int) one.count("class", 1, 1, 4, "Of assured forwarding."),
                (int)
                    one.count(
                        "flows",
                        0,
                        0,
                        UfcProfile.FLOWS_MAX,
                        "How many micro-flows are taken to be active; 0 for as many as are"
                            + " seen.")));
      }
      return new UfcEdge(control, List.copyOf(profiles));
    }
  }
}
