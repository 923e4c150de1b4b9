// SPDX-License-Identifier: Apache-2.0

/** Blue, orange, green …: Okabe and Ito's palette, the yellow darkened for a light ground. */
const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a700',
  '#7a5195', '#4d8f8b', '#a05d3c'];
const OTHER = '#8a8f98';

/** Steps that a page keeps of a live run; then two become one. */
const STEPS_MAX = 3000;

/** Index of the last of sorted times that is not after one; -1 if all are. */
export function lastAt(times, time) {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low - 1;
}

/** Values that hold from a time on. */
class States {
  constructor() {
    this.times = [];
    this.values = [];
  }

  add(time, value) {
    this.times.push(time);
    this.values.push(value);
  }

  at(time) {
    const index = lastAt(this.times, time);
    return index < 0 ? undefined : this.values[index];
  }
}

/** Counts that grow. */
class Sums {
  /** Of a network that is up it is known at the times of looks alone. */
  constructor(width, looks) {
    this.looks = looks;
    this.times = [];
    this.sums = [];
    this.last = new Array(width).fill(0);
  }

  add(time, more) {
    this.last = this.last.map((sum, i) => sum + (more[i] ?? 0));
    this.times.push(time);
    this.sums.push(this.last);
  }

  at(time) {
    const index = lastAt(this.times, time);
    return index < 0 ? this.last.map(() => 0) : this.sums[index];
  }

  lookAt(time) {
    return this.looks ? this.looks[lastAt(this.looks, time + 1e-6)] ?? time : time;
  }

  /** What came in a span of time, for each second of it. */
  rate(time, span) {
    const to = this.lookAt(time);
    const from = Math.min(this.lookAt(to - span), to - 1e-3);
    const before = this.at(from);
    return this.at(to).map((sum, i) => (sum - before[i]) / (to - from));
  }
}

/** A run, or as much of it as there is yet. */
export class Model {
  constructor(recording) {
    this.colours = new Map();
    this.nodeStates = new Map();
    this.edges = new Map();
    this.programs = [];
    this.code = new Map();
    this.read(recording);
  }

  /** Shows this recording from now on; flows keep their colours. */
  read(recording) {
    this.recording = recording;
    this.network = recording.network;
    this.nodes = recording.network.nodes;
    this.links = recording.network.links;
    this.queues = recording.network.queues;
    this.marks = recording.marks;
    this.filters = recording.filters;
    this.connections = recording.connections;
    this.reasons = recording.reasons;
    this.leftOut = recording.leftOut;
    this.paths = recording.paths;
    this.end = recording.end;
    this.step = recording.step;
    this.reset();
    const senders = recording.steps.flatMap((step) => Object.keys(step.f ?? {}).map(Number));
    [...new Set(senders)].sort((a, b) => a - b).forEach((flow) => this.colour(flow));
    recording.steps.forEach((step) => this.addStep(step));
    recording.linkStates.forEach(([direction, time, up]) => this.addLinkState(direction, time, up));
    this.index();
  }

  reset() {
    const width = this.nodes.length + 1;
    this.looks = this.recording.live ? [] : undefined;
    const sums = (columns) => new Sums(columns, this.looks);
    this.queueStates = this.queues.map(() => new States());
    this.passed = this.links.flatMap(() => [sums(3), sums(3)]);
    this.linkUp = this.links.flatMap(() => [new States(), new States()]);
    this.flowSums = Array.from({length: width}, () => sums(3));
    this.windows = [];
    this.drops = this.nodes.map(() => new Map());
    this.dropTimes = [];
    this.dropRows = [];
  }

  /** Whether more of it is to come. */
  get grows() {
    return Boolean(this.recording.live || this.recording.computing);
  }

  /** Who sends, and what stands where. */
  index() {
    this.queuesOfNode = this.nodes.map(() => []);
    this.queues.forEach((queue, number) => this.queuesOfNode[queue.node].push(number));
    this.linksOfNode = this.nodes.map(() => []);
    this.links.forEach((link, number) => {
      this.linksOfNode[link.a].push(number);
      this.linksOfNode[link.b].push(number);
    });
  }

  addStep(step) {
    this.looks?.push(step.t);
    for (const [queue, values] of Object.entries(step.q ?? {})) {
      const shares = [];
      for (let i = 3; i < values.length; i += 2) {
        shares.push([values[i], values[i + 1]]);
        this.colour(values[i]);
      }
      this.queueStates[queue]
        .add(step.t, {frames: values[0], peak: values[1], average: values[2], shares});
    }
    for (const [direction, values] of Object.entries(step.d ?? {})) {
      this.passed[direction].add(step.t, values);
    }
    for (const [flow, values] of Object.entries(step.f ?? {})) {
      this.colour(+flow);
      this.flowSums[flow].add(step.t, values);
    }
    for (const [connection, values] of Object.entries(step.c ?? {})) {
      (this.windows[connection] ??= new States()).add(step.t, values);
    }
    const dropped = Object.entries(step.x ?? {});
    if (dropped.length > 0) {
      this.addDrops(step.t, dropped);
    }
    this.end = Math.max(this.end, step.t);
    this.begin ??= step.t;
  }

  addDrops(time, dropped) {
    const row = [];
    for (const [key, [count]] of dropped) {
      const reason = key % this.recording.reasonsMax;
      const place = Math.floor(key / this.recording.reasonsMax);
      const flow = place % (this.nodes.length + 1);
      const node = Math.floor(place / (this.nodes.length + 1));
      const sums = this.drops[node];
      const name = `${reason} ${flow}`;
      if (!sums.has(name)) {
        sums.set(name, new Sums(1));
      }
      sums.get(name).add(time, [count]);
      row.push({node, flow, reason, count});
    }
    this.dropTimes.push(time);
    this.dropRows.push(row);
  }

  addLinkState(direction, time, up) {
    this.linkUp[direction].add(time, up);
  }

  /** The stable colour of a flow, which is a node that sends. */
  colour(flow) {
    if (flow >= this.nodes.length) {
      return OTHER;
    }
    if (!this.colours.has(flow)) {
      this.colours.set(flow, PALETTE[this.colours.size % PALETTE.length]);
    }
    return this.colours.get(flow);
  }

  flowName(flow) {
    return this.nodes[flow]?.name ?? 'others';
  }

  /** Flows that were seen, in the order of the network. */
  flows() {
    return [...this.colours.keys()].sort((a, b) => a - b);
  }

  queueAt(queue, time) {
    return this.queueStates[queue].at(time) ?? {frames: 0, peak: 0, average: 0, shares: []};
  }

  /** The queue that a node is drawn with: its own, or the fullest of its links. */
  fullestQueue(node, time) {
    let best = -1;
    let most = -1;
    for (const queue of this.queuesOfNode[node]) {
      if (this.queues[queue].name === 'node') {
        return queue;
      }
      const frames = this.queueAt(queue, time).frames;
      if (frames > most) {
        most = frames;
        best = queue;
      }
    }
    return best;
  }

  /** How full the rate of a direction was of late, 0…1; undefined without a rate. */
  use(direction, time, span) {
    const end = this.links[direction >> 1].ends[direction & 1];
    const [packets, bytes] = this.passed[direction].rate(time, span);
    if (end.packetsPerSecond) {
      return packets / end.packetsPerSecond;
    }
    return end.bitsPerSecond ? bytes * 8 / end.bitsPerSecond : undefined;
  }

  isUp(direction, time) {
    const link = this.links[direction >> 1];
    const cut = link.ends.some((end) => end.cut);
    return !cut && this.linkUp[direction].at(time) !== false
      && this.linkUp[direction ^ 1].at(time) !== false;
  }

  /** Filters that stand at a time, with what they have caught by then. */
  standing(time) {
    return this.filters
      .filter((filter) => filter.from <= time && (filter.end < 0 || filter.end > time))
      .map((filter) => ({filter, caught: this.caught(filter, time)}));
  }

  caught(filter, time) {
    if (this.recording.live || (filter.end >= 0 && time >= filter.end)) {
      return filter.caught;
    }
    const reason = this.reasons.indexOf('filtered');
    const sums = this.drops[filter.node].get(`${reason} ${filter.source}`);
    const seen = sums ? sums.at(time)[0] - sums.at(filter.from - this.step)[0] : 0;
    return Math.min(seen, filter.caught);
  }

  /** What a node has dropped by a time, by reason. */
  dropsAt(node, time) {
    const byReason = new Map();
    for (const [name, sums] of this.drops[node]) {
      const reason = this.reasons[+name.split(' ')[0]];
      const count = sums.at(time)[0];
      if (count > 0) {
        byReason.set(reason, (byReason.get(reason) ?? 0) + count);
      }
    }
    return byReason;
  }

  /** Drops later than one time and not later than another. */
  dropsBetween(from, to) {
    const rows = [];
    for (let i = lastAt(this.dropTimes, from) + 1; i < this.dropTimes.length; i++) {
      if (this.dropTimes[i] > to) {
        break;
      }
      rows.push(...this.dropRows[i]);
    }
    return rows;
  }

  /** The shortest way between two nodes, as directions of links. */
  way(from, to) {
    const came = new Map([[from, -1]]);
    const queue = [from];
    while (queue.length > 0 && !came.has(to)) {
      const node = queue.shift();
      for (const number of this.linksOfNode[node]) {
        const link = this.links[number];
        const direction = 2 * number + (link.a === node ? 0 : 1);
        const next = link.a === node ? link.b : link.a;
        if (!came.has(next)) {
          came.set(next, direction);
          queue.push(next);
        }
      }
    }
    const way = [];
    for (let node = to; came.has(node) && came.get(node) >= 0;) {
      const direction = came.get(node);
      way.unshift(direction);
      const link = this.links[direction >> 1];
      node = direction & 1 ? link.b : link.a;
    }
    return way;
  }

  /** Flows of a node's edge that have not ended; undefined without an edge. */
  openFlows(node) {
    return this.edges.get(node)?.['latest-flows']
      .filter((flow) => flow.state !== 'closed' && flow.state !== 'reset');
  }

  programsAt(node) {
    const {name} = this.nodes[node];
    return this.programs.filter((program) => program.node === name);
  }

  /** Exit code of the first program at a node that has failed; undefined if none has. */
  failure(node) {
    return this.programsAt(node).find((program) => program.state === 'ended'
      && program['exit-code'] !== 0)?.['exit-code'];
  }

  /** Times to draw rates at, and over how long each is taken. */
  samples(count) {
    if (this.looks) {
      const {look} = this.recording;
      return {times: this.looks.slice(-2 * count), span: 1.5 * look};
    }
    const span = Math.max(this.step, this.end / count);
    const times = [];
    for (let t = span; t < this.end + span; t += span) {
      times.push(Math.min(t, this.end));
    }
    return {times, span};
  }

  /** The node that a direction leaves, and the one that it leads to. */
  ends(direction) {
    const link = this.links[direction >> 1];
    return direction & 1 ? [link.b, link.a] : [link.a, link.b];
  }

  /** Takes what a live run has told since. */
  append(news) {
    if (news.reasons) {
      this.reasons = news.reasons;
    }
    if (news.connections) {
      this.connections = news.connections;
    }
    if (news.paths) {
      this.paths = news.paths;
    }
    if (news.filters) {
      this.filters = news.filters;
    }
    if (news.step) {
      this.recording.steps.push(news.step);
      this.addStep(news.step);
    }
    for (const mark of news.marks ?? []) {
      this.marks.push(mark);
    }
    if (news.marks?.length > 0) {
      this.marks.sort((a, b) => a.t - b.t); // nodes tell what happened one after the other
    }
    for (const [direction, time, up] of news.linkStates ?? []) {
      this.addLinkState(direction, time, up);
    }
    for (const [direction, knobs] of Object.entries(news.knobs ?? {})) {
      Object.assign(this.links[direction >> 1].ends[direction & 1], knobs);
    }
    for (const [node, state] of Object.entries(news.nodes ?? {})) {
      this.nodeStates.set(+node, state);
    }
    if (news.edges) {
      this.edges = new Map(Object.entries(news.edges).map(([node, edge]) => [+node, edge]));
    }
    if (news.programs) {
      this.programs = news.programs;
    }
    if (news.code) {
      this.code = new Map(Object.entries(news.code).map(([node, code]) => [+node, code]));
    }
    if (news.leftOut) {
      this.leftOut = news.leftOut;
    }
    this.end = Math.max(this.end, news.now ?? 0);
    if (this.recording.steps.length > STEPS_MAX) {
      this.forget();
    }
  }

  /** Lets go of the older half of what a live run did; the server still has a summary of it. */
  forget() {
    this.recording.steps = this.recording.steps.slice(STEPS_MAX / 2);
    this.reset();
    this.recording.steps.forEach((step) => this.addStep(step));
    this.forgotten = this.recording.steps[0].t;
  }
}
