// SPDX-License-Identifier: Apache-2.0
import {Chart} from './chart.js';
import {clock, duration, el, percent, quantity, remaining, swatch} from './dom.js';

const EVENTS_SHOWN = 400;
const EDGE_FLOWS_SHOWN = 12;
const HASH_DIGITS = 8;
const CODE_TROUBLE = ['suspended', 'refused'];
const PROTOCOLS = {6: 'TCP', 17: 'UDP'};
const KNOBS = ['rate', 'delay', 'jitter', 'loss', 'duplicate', 'reorder', 'corrupt', 'drop',
  'drop-flow', 'drop-count'];

const STATES = ['Idle', 'SS', 'CA', 'OOS', 'FR', 'PR', 'RTO'];
const STATE_WORDS = {Idle: 'idle', SS: 'slow start', CA: 'congestion avoidance',
  OOS: 'out of sequence', FR: 'fast recovery', PR: 'partial recovery', RTO: 'timeout'};

/** A window inflated in a recovery sets the scale if it is at most so many times the others. */
const INFLATION_SHOWN_MAX = 1.5;

/** The largest window outside recoveries; an ssthresh that was never set is no scale either. */
function windowTop(windows) {
  let working = 0;
  let all = 0;
  for (const [cwnd, , , , , state] of windows) {
    all = Math.max(all, cwnd);
    working = ['FR', 'PR'].includes(STATES[state]) ? working : Math.max(working, cwnd);
  }
  return working < 1 || all <= INFLATION_SHOWN_MAX * working ? all : working;
}

function section(title, ...content) {
  return el('section', {}, el('h3', {}, title), ...content);
}

function table(headings, rows, test) {
  return el('table', {'data-test': test},
    el('thead', {}, el('tr', {}, ...headings.map((heading) =>
      el('th', {scope: 'col', class: heading.startsWith('#') ? 'number' : undefined},
        heading.replace('#', ''))))),
    el('tbody', {}, ...rows));
}

function row(cells, attributes = {}) {
  return el('tr', attributes, ...cells.map((cell) =>
    el('td', {class: /^[\d–]/.test(cell) ? 'number' : undefined}, cell)));
}

/** What stands beside the map. A panel has an element, and is told the time. */
class Panel {
  constructor(page) {
    this.page = page;
    this.model = page.model;
    this.element = el('div', {class: 'panel'});
    this.charts = [];
  }

  chart(title, unit) {
    const chart = new Chart(title, unit, (time) => this.page.timeline.seek(time),
      this.model.recording.live ? 60 : undefined);
    this.charts.push(chart);
    return chart;
  }

  flowButton(flow) {
    return el('button', {type: 'button', class: 'link',
      onclick: () => this.page.select({kind: 'flow', number: flow})},
    swatch(this.model.colour(flow)), this.model.flowName(flow));
  }

  nodeButton(node) {
    return el('button', {type: 'button', class: 'link',
      onclick: () => this.page.select({kind: 'node', number: node})},
    this.model.nodes[node].name);
  }

  title(kind, name) {
    return el('header', {}, el('p', {class: 'kicker'}, kind), el('h2', {tabindex: -1}, name),
      el('button', {type: 'button', class: 'close', 'aria-label': 'Back to the overview',
        title: 'Back (Esc)', onclick: () => this.page.select(null)}, '×'));
  }

  /** A verb of the console behind a button: what it says is what the button does. */
  verb(line, label) {
    return el('button', {type: 'button', class: 'verb', title: `console: ${line}`,
      onclick: () => this.page.console.say(line)}, label);
  }

  filterTable(standing) {
    return table(['At', 'Against', '#Caught', '#Left'],
      standing.map(({filter, caught}) => row([
        this.nodeButton(filter.node), this.flowButton(filter.source), caught,
        remaining(filter.until - this.page.time)],
      {'data-filter-node': this.model.nodes[filter.node].name, 'data-caught': caught})),
      'filters');
  }

  /** Programs at edges, as they are now; of one that has failed the last line of its output. */
  programTable(programs) {
    return programs.length === 0 ? [] : [section('Programs, now',
      table(['At', 'Program', 'State', '#Seconds'], programs.map((program) => {
        const node = this.model.nodes.findIndex((one) => one.name === program.node);
        const ended = program.state === 'ended';
        const failed = ended && program['exit-code'] !== 0;
        const state = el('span', {class: failed ? 'failed' : undefined},
          ended ? `exit code ${program['exit-code']}` : program.state,
          failed ? el('span', {class: 'muted'}, el('br'), program['last-lines'].at(-1) ?? '')
            : '');
        return row([node < 0 ? program.node : this.nodeButton(node), program.program, state,
          program.state === 'waiting' ? '–' : program.seconds.toFixed(1)]);
      }), 'programs'))];
  }

  dropList(node, time) {
    const drops = [...this.model.dropsAt(node, time)];
    return drops.length === 0 ? el('p', {class: 'muted'}, 'None so far.')
      : table(['Reason', '#Packets'], drops.map(([reason, count]) => row([reason, count])),
        'drops');
  }

  time(time) {
    this.charts.forEach((chart) => chart.at(time));
  }

  /** The run has gone on, or the colours have changed. */
  refresh() {}

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

/** Who sends, which filters stand, what happened. */
export class Overview extends Panel {
  constructor(page) {
    super(page);
    this.flows = el('div');
    this.filters = el('div', {'aria-live': 'polite'});
    this.edges = el('div');
    this.code = el('div');
    this.events = el('ol', {class: 'events', 'data-test': 'events'});
    const {description} = this.model.network;
    this.element.append(
      description ? el('p', {class: 'lead'}, description) : '',
      section('Flows, by their source', this.flows),
      section('Filters that stand', this.filters),
      this.edges,
      this.code,
      section('What happened', this.events),
      this.remarks());
    this.refresh();
  }

  remarks() {
    const {remarks} = this.model.recording;
    const out = Object.entries(this.model.leftOut).map(([what, count]) => `${count} ${what}`);
    const step = duration(Math.round(this.model.step * 1e9));
    return el('footer', {class: 'muted'},
      el('p', {}, this.model.recording.live ? '' :
        `Samples are ${step} apart; peaks between them are kept, packets are not.`),
      ...remarks.map((remark) => el('p', {'data-test': 'remark'}, remark)),
      out.length > 0 ? el('p', {}, `Left out: ${out.join(', ')}.`) : '');
  }

  refresh() {
    const {marks} = this.model;
    this.shown = marks.slice(-EVENTS_SHOWN);
    this.events.replaceChildren(...this.shown.map((mark) => el('li', {class: `is-${mark.kind}`},
      el('button', {type: 'button', onclick: () => {
        this.page.timeline.pause();
        this.page.timeline.moveTo(mark.t, false);
        this.page.map.launch(mark);
      }},
      el('time', {}, clock(mark.t)),
      el('b', {}, this.model.nodes[mark.node]?.name ?? ''),
      el('span', {}, mark.text)))));
    if (marks.length === 0) {
      this.events.replaceChildren(el('li', {class: 'muted'}, 'Nothing yet.'));
    }
    this.edges.replaceChildren(...this.programTable(this.model.programs), ...this.edgeTable());
    this.code.replaceChildren(...this.codeTable());
    this.time(this.page.time);
  }

  /** Nodes that have code in WebAssembly, as they are now. */
  codeTable() {
    const {code} = this.model;
    const count = (codes, states) => codes.filter(({state}) => states.includes(state)).length;
    return code.size === 0 ? [] : [section('Code, now',
      table(['At', '#Running', '#On its way', '#Suspended, refused'],
        [...code].map(([node, {codes}]) => row([this.nodeButton(node),
          count(codes, ['running']), count(codes, ['fetching', 'compiling']),
          count(codes, CODE_TROUBLE)], {'data-code-node': this.model.nodes[node].name})),
        'codes'))];
  }

  /** Nodes that have an edge, as they are now. */
  edgeTable() {
    const {edges} = this.model;
    return edges.size === 0 ? [] : [section('Edges, now',
      table(['At', '#Flows', '#Packets in', '#out'], [...edges].map(([node, edge]) => row([
        this.nodeButton(node), this.model.openFlows(node)?.length ?? '–', edge['packets-in'],
        edge['packets-out']], {'data-edge-node': this.model.nodes[node].name})), 'edges'))];
  }

  time(time) {
    const flows = this.model.flows();
    const span = this.page.span();
    this.flows.replaceChildren(flows.length === 0
      ? el('p', {class: 'muted'}, 'No one has sent anything yet.')
      : table(['Source', '#Delivered', '#Rate'], flows.map((flow) => {
        const sums = this.model.flowSums[flow].at(time);
        const [, bytes] = this.model.flowSums[flow].rate(time, span);
        return row([this.flowButton(flow),
          this.model.recording.live && sums[0] === 0 ? '–' : sums[0],
          this.model.recording.live && sums[0] === 0 ? '–' : quantity(bytes * 8, 'bit/s')]);
      }), 'flows'));
    const standing = this.model.standing(time);
    this.filters.replaceChildren(standing.length === 0
      ? el('p', {class: 'muted', 'data-test': 'no-filters'}, 'None.')
      : this.filterTable(standing));
    const marks = this.shown;
    let last = -1;
    marks.forEach((mark, i) => {
      last = mark.t <= time + 1e-9 ? i : last;
    });
    if (this.current !== last) {
      this.events.children[this.current]?.removeAttribute('aria-current');
      this.current = last;
      const item = this.events.children[last];
      item?.setAttribute('aria-current', 'true');
      if (item) {
        this.events.scrollTop = item.offsetTop - this.events.offsetTop - 60;
      }
    }
  }
}

/** A node: its queues over time, its filters, drops, links and menu. */
export class NodePanel extends Panel {
  constructor(page, number) {
    super(page);
    this.number = number;
    const node = this.model.nodes[number];
    this.filters = el('div');
    this.drops = el('div');
    this.queueCharts = el('div');
    this.edge = el('div', {'data-test': 'edge'});
    this.code = el('div');
    this.element.append(this.title('node', node.name),
      el('p', {class: 'muted'}, node.address), this.queueCharts, this.edge, this.code,
      section('Filters', this.filters), section('Dropped so far', this.drops),
      section('Links', table(['To', '#Rate', '#Delay'],
        this.model.linksOfNode[number].map((link) => this.linkRow(link)))),
      section('Menu', node.services.length === 0 ? el('p', {class: 'muted'}, 'No services.')
        : el('ul', {class: 'menu'}, ...node.services.map((service) => this.service(service)))));
    if (page.console) {
      this.element.append(section('Ask it', el('div', {class: 'verbs'},
        ...['menu', 'counters', 'routes', 'filters', 'queue', 'flows', 'connections',
          'code'].map((verb) =>
          this.verb(`${node.name} ${verb}`, verb)))), this.injection(node), this.starting(node));
    }
    this.refresh();
  }

  linkRow(link) {
    const facts = this.model.links[link];
    const side = facts.a === this.number ? 0 : 1;
    const other = side === 0 ? facts.b : facts.a;
    const end = facts.ends[side];
    return row([el('button', {type: 'button', class: 'link',
      onclick: () => this.page.select({kind: 'link', number: link})},
    this.model.nodes[other].name), shownRate(end), duration(end.delay)]);
  }

  service(service) {
    return el('li', {}, service, this.page.console
      ? this.verb(`${this.model.nodes[this.number].name} service stop ${service}`, 'stop') : '');
  }

  injection(node) {
    const to = el('select', {name: 'to'}, ...this.model.nodes.filter((other) => other !== node)
      .map((other) => el('option', {}, other.name)));
    const count = el('input', {name: 'count', value: '1', size: 5, inputmode: 'numeric'});
    const size = el('input', {name: 'size', value: '100B', size: 6});
    return action(this.page, 'Inject', 'Send', () =>
      `inject ${node.name} -> ${to.value} count=${count.value} size=${size.value}`,
    [['to', to], ['packets', count], ['size', size]]);
  }

  starting(node) {
    const service = el('input', {name: 'service', value: 'echo', size: 10});
    const options = el('input', {name: 'options', placeholder: 'option=value …', size: 16});
    return action(this.page, 'Start a service', 'Start', () =>
      `${node.name} service start ${service.value} ${options.value}`.trim(),
    [['service', service], ['options', options]]);
  }

  refresh() {
    const own = this.model.queuesOfNode[this.number].filter((queue) =>
      this.model.queues[queue].name === 'node'
        || this.model.queueStates[queue].values.some((state) => state.peak > 0));
    const shown = own.slice(0, 4);
    if (shown.join() !== this.shownQueues) {
      this.close();
      this.shownQueues = shown.join();
      this.charts = [];
      this.queueCharts.replaceChildren(...shown.map((queue) =>
        this.chart(this.queueTitle(this.model.queues[queue]), 'packets').element));
      if (shown.length === 0) {
        this.queueCharts.replaceChildren(el('p', {class: 'muted'}, 'Nothing has waited here.'));
      }
    }
    requestAnimationFrame(() => shown.forEach((queue, i) => this.drawQueue(queue,
      this.charts[i])));
    this.edge.replaceChildren(...this.programTable(this.model.programsAt(this.number)),
      ...this.edgeFacts(this.model.edges.get(this.number)));
    this.code.replaceChildren(...this.codeFacts(this.model.code.get(this.number)));
    this.time(this.page.time);
  }

  /** Its code in WebAssembly as it is now, whatever time is shown. */
  codeFacts(code) {
    return !code ? [] : [section('Code, now',
      table(['Code', 'State', '#Packets', '#Fuel', '#Traps'],
        code.codes.flatMap((one) => this.codeRows(one)), 'code'),
      code.more > 0 ? el('p', {class: 'muted'}, `${code.more} more.`) : '')];
  }

  /** A code: name and hash above its origin, and below all of it what went wrong. */
  codeRows(code) {
    const hash = code.sha256.slice(0, HASH_DIGITS);
    const name = code.name.includes('@') ? code.name : `${code.name}@${hash}`;
    const from = code.origin.replace(/[0-9.]+$/, (address) =>
      this.model.nodes.find((node) => node.address === address)?.name ?? address);
    const failed = CODE_TROUBLE.includes(code.state) ? 'failed' : undefined;
    const trouble = code['last-failure'] ?? code.refusal;
    const [service, digits] = name.split('@');
    return [row([el('span', {class: 'wrapped'}, service, el('wbr'), `@${digits}`, el('br'),
      el('span', {class: 'muted'}, from)),
      el('span', {class: failed}, code.state), String(code.packets),
      quantity(code['fuel-used'], '').trim(), String(code.traps)],
    {'data-code': name, class: trouble ? 'goes-on' : undefined}),
    trouble ? el('tr', {}, el('td', {colspan: 5, class: 'muted'},
      el('span', {class: 'wrapped'}, trouble))) : []].flat();
  }

  /** The edge as it is now, whatever time is shown. */
  edgeFacts(edge) {
    if (!edge) {
      return [];
    }
    const lost = [['found it full', edge.full], ...Object.entries(edge.refused)
      .map(([why, count]) => [`refused, ${why.replace('-', ' ')}`, count])]
      .filter(([, count]) => count > 0).map(([what, count]) => `; ${count} ${what}`).join('');
    const flows = edge['latest-flows'];
    return [section('Edge, now',
      el('p', {class: 'muted'},
        `${edge['packets-in']} packets from its programs, ${edge['packets-out']} to them${lost}`),
      flows.length === 0 ? '' : table(['Flow', '#Sent', '#Received', '#RTT', '#Resent'],
        flows.slice(0, EDGE_FLOWS_SHOWN).map((flow) => this.edgeFlow(flow)), 'edge-flows'),
      flows.length > EDGE_FLOWS_SHOWN
        ? el('p', {class: 'muted'}, `${flows.length - EDGE_FLOWS_SHOWN} more.`) : '')];
  }

  /** A flow of the edge, whose own end is named first: 10.0.0.1:43210>10.0.0.3:5201/6. */
  edgeFlow(flow) {
    const [own, far, protocol] = flow.flow.split(/[>/]/);
    const [address, port] = far.split(':');
    const peer = this.model.nodes.find((node) => node.address === address)?.name ?? address;
    const {sent, received} = flow;
    const name = el('span', {}, `→ ${peer}${port ? `:${port}` : ''}`, el('br'),
      el('span', {class: 'muted'},
        `${own.split(':')[1] ?? ''}, ${flow.state ?? PROTOCOLS[protocol] ?? protocol}`));
    return row([name, quantity(sent.bytes, 'B'), quantity(received.bytes, 'B'),
      milliseconds(sent['rtt-seconds'] ?? received['rtt-seconds']),
      sent.retransmissions ?? '–']);
  }

  queueTitle(queue) {
    const facts = `${queue.discipline}, limit ${queue.limit}`;
    if (queue.name === 'node') {
      return `Queue of the node: ${facts}`;
    }
    const [, to] = this.model.ends(queue.direction);
    return `Queue to ${this.model.nodes[to].name}: ${facts}`;
  }

  /** Shares as layers, the lowest on top; then the average, and the thresholds as lines. */
  drawQueue(queue, chart) {
    if (!chart?.element.isConnected) {
      return;
    }
    const facts = this.model.queues[queue];
    const {times, values} = this.model.queueStates[queue];
    const flows = [...new Set(values.flatMap((state) => state.shares.map(([flow]) => flow)))]
      .sort((a, b) => a - b);
    const layers = flows.map(() => []);
    values.forEach((state) => {
      let sum = 0;
      flows.forEach((flow, i) => {
        sum += state.shares.find(([named]) => named === flow)?.[1] ?? 0;
        layers[i].push(sum);
      });
    });
    const series = flows.map((flow, i) => ({label: this.model.flowName(flow), width: 0.5,
      colour: this.model.colour(flow), fill: `${this.model.colour(flow)}`, values: layers[i]}))
      .reverse();
    const ink = this.page.colour('--ink');
    series.push({label: 'peak', colour: this.page.colour('--muted'), width: 1,
      values: values.map((state) => state.peak)});
    series.push({label: 'average', colour: ink, width: 2,
      values: values.map((state) => state.average)});
    for (const [label, threshold] of [['min_th', facts.minTh], ['max_th', facts.maxTh]]) {
      if (threshold) {
        series.push({label, dash: [5, 4], width: 1.25,
          colour: label === 'max_th' ? this.page.colour('--alarm') : this.page.colour('--muted'),
          values: times.map(() => threshold)});
      }
    }
    chart.now = this.page.time;
    chart.draw(times, series, this.model.end);
  }

  time(time) {
    super.time(time);
    const standing = this.model.standing(time)
      .filter(({filter}) => filter.node === this.number);
    this.filters.replaceChildren(standing.length === 0
      ? el('p', {class: 'muted'}, 'None.') : this.filterTable(standing));
    this.drops.replaceChildren(this.dropList(this.number, time));
  }
}

function shownRate(end) {
  if (end.packetsPerSecond) {
    return quantity(end.packetsPerSecond, 'packet/s');
  }
  return end.bitsPerSecond ? quantity(end.bitsPerSecond, 'bit/s') : '–';
}

function milliseconds(seconds) {
  return seconds === undefined || seconds === null ? '–' : `${+(seconds * 1000).toPrecision(3)} ms`;
}

/** Which packets an end drops by number, of which flow; a list may be long. */
function shownDrops(end) {
  if (end.drop === 'none') {
    return end.drop;
  }
  const numbers = end.drop.length > 20 ? `${end.drop.slice(0, 20)}…` : end.drop;
  const flow = end['drop-flow'] === '*' ? '' : ` of ${end['drop-flow']}`;
  return `${numbers}${flow}${end['drop-count'] === 'data' ? ', data' : ''}`;
}

/** A form that says the line that it shows. */
function action(page, title, label, line, fields) {
  const shown = el('code', {class: 'line', 'data-test': 'line'});
  const show = () => {
    shown.textContent = line();
  };
  const form = el('form', {class: 'action'},
    el('div', {class: 'fields'}, ...fields.map(([name, field]) =>
      el('label', {}, el('span', {}, name), field))),
    shown, el('button', {type: 'submit'}, label));
  form.addEventListener('input', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    page.console.say(line());
  });
  show();
  return section(title, form);
}

/** A link: what passes each way, what it does to packets, and the knobs of that. */
export class LinkPanel extends Panel {
  constructor(page, number) {
    super(page);
    this.number = number;
    const link = this.model.links[number];
    this.facts = el('div');
    this.rates = this.chart('Sent', link.ends[0].packetsPerSecond ? 'packet/s' : 'bit/s');
    this.element.append(this.title('link', link.name), this.facts, this.rates.element);
    if (page.console) {
      this.element.append(this.knobs(link));
    }
    this.refresh();
  }

  knobs(link) {
    const name = link.name.replace(' -- ', '-').replace(' #', '#');
    const ways = [name, link.ends[0].direction, link.ends[1].direction];
    const way = el('select', {name: 'way'}, ...ways.map((one, i) =>
      el('option', {value: one}, i === 0 ? 'both ways' : one.replace('->', ' → '))));
    const inputs = KNOBS.map((knob) => [knob, el('input', {name: knob, size: 9, autocomplete:
      'off', placeholder: this.knob(link.ends[0], knob)})]);
    const line = () => {
      const set = inputs.filter(([, input]) => input.value.trim() !== '')
        .map(([knob, input]) => `${knob}=${input.value.replaceAll(' ', '')}`);
      return `link ${way.value} set ${set.join(' ')}`.trim();
    };
    const form = action(this.page, 'Change it', 'Set', line, [['way', way], ...inputs]);
    form.append(el('div', {class: 'verbs'}, this.verb(`link ${name} down`, 'Down'),
      this.verb(`link ${name} up`, 'Up'), this.verb(`link ${name} reset`, 'Reset')));
    return form;
  }

  knob(end, knob) {
    if (knob === 'rate') {
      return end.packetsPerSecond || end.bitsPerSecond ? shownRate(end) : end.rate;
    }
    if (knob.startsWith('drop')) {
      return end[knob];
    }
    return ['delay', 'jitter'].includes(knob) ? duration(end[knob]) : percent(end[knob]);
  }

  refresh() {
    this.time(this.page.time);
    requestAnimationFrame(() => this.drawRates());
  }

  drawRates() {
    const link = this.model.links[this.number];
    const {times, span} = this.model.samples(300);
    const series = [0, 1].map((side) => ({
      label: link.ends[side].direction.replace('->', ' → '),
      colour: this.page.colour(side === 0 ? '--accent' : '--busy'),
      values: times.map((time) => {
        const [packets, bytes] = this.model.passed[2 * this.number + side].rate(time, span);
        return link.ends[0].packetsPerSecond ? packets : bytes * 8;
      }),
    }));
    if (this.rates.element.isConnected) {
      this.rates.now = this.page.time;
      this.rates.draw(times, series, this.model.end);
    }
  }

  time(time) {
    super.time(time);
    const link = this.model.links[this.number];
    const rows = [0, 1].map((side) => {
      const direction = 2 * this.number + side;
      const use = this.model.use(direction, time, this.page.span());
      const end = link.ends[side];
      const [sent, , arrived] = this.model.passed[direction].at(time);
      return {end, cells: [
        ['state', this.model.isUp(direction, time) ? 'up' : 'down'],
        ['rate', shownRate(end)],
        ['use', use === undefined ? '–' : `${Math.round(use * 100)} %`],
        ['delay', duration(end.delay)],
        ['jitter', duration(end.jitter)],
        ['loss', percent(end.loss)],
        ['drop', shownDrops(end)],
        ['sent', String(sent)],
        ['arrived', String(arrived)],
      ]};
    });
    this.facts.replaceChildren(el('table', {'data-test': 'link-facts'},
      el('thead', {}, el('tr', {}, el('th'), ...rows.map(({end}) =>
        el('th', {scope: 'col', class: 'number'}, end.direction.replace('->', ' → '))))),
      el('tbody', {}, ...rows[0].cells.map(([name], i) => el('tr', {},
        el('th', {scope: 'row'}, name),
        ...rows.map(({cells}) => el('td', {class: 'number'}, cells[i][1])))))));
  }
}

/** A flow: what was delivered of it, its way on the map, and its connections. */
export class FlowPanel extends Panel {
  constructor(page, number) {
    super(page);
    this.number = number;
    this.facts = el('dl', {class: 'pairs', 'data-test': 'flow-facts'});
    this.goodput = this.chart('Delivered', 'bit/s');
    this.connections = el('div');
    this.element.append(this.title('flow', `from ${this.model.flowName(number)}`), this.facts,
      this.goodput.element, this.connections);
    this.refresh();
  }

  own() {
    return this.model.connections.map((connection, i) => ({...connection, i}))
      .filter((connection) => connection.node === this.number && this.model.windows[connection.i])
      .slice(0, 4);
  }

  refresh() {
    const own = this.own();
    const known = own.map(({i}) => i).join();
    if (known !== this.known) {
      this.known = known;
      this.windows = own.map((connection) => ({connection, states: el('p', {class: 'muted'}),
        window: this.chart('Window', 'packets'), rtt: this.chart('Round trip', 'ms')}));
      this.connections.replaceChildren(...this.windows.map(({connection, states, window, rtt}) =>
        section(`Connection ${connection.name}`, states, window.element, rtt.element)));
    }
    requestAnimationFrame(() => this.draw());
    this.time(this.page.time);
  }

  draw() {
    if (!this.element.isConnected) {
      return;
    }
    const {times, span} = this.model.samples(200);
    const colour = this.model.colour(this.number);
    this.goodput.now = this.page.time;
    this.goodput.draw(times, [{label: 'delivered', colour, fill: `${colour}33`,
      values: times.map((time) => this.model.flowSums[this.number].rate(time, span)[1] * 8)}],
    this.model.end);
    for (const {connection, window, rtt} of this.windows) {
      const states = this.model.windows[connection.i];
      const pick = (at, scale = 1) => states.values.map((values) => values[at] * scale);
      window.draw(states.times, [
        {label: 'cwnd', colour, values: pick(0), width: 2},
        {label: 'ssthresh', colour: this.page.colour('--muted'), values: pick(1), dash: [5, 4]},
        {label: 'in flight', colour: this.page.colour('--busy'), values: pick(4), width: 1}],
      this.model.end, windowTop(states.values));
      rtt.draw(states.times, [
        {label: 'smoothed', colour, values: pick(2, 1000)},
        {label: 'time-out', colour: this.page.colour('--muted'), values: pick(3, 1000),
          dash: [5, 4]}], this.model.end);
    }
  }

  time(time) {
    super.time(time);
    const [packets, bytes, offered] = this.model.flowSums[this.number].at(time);
    const {live} = this.model.recording;
    const facts = live && offered === 0 && packets === 0 ? []
      : [[live ? 'sent' : 'offered', `${offered} packets`],
        ['delivered', `${packets} packets, ${quantity(bytes, 'B')}`],
        ['now', quantity(this.model.flowSums[this.number].rate(time, this.page.span())[1] * 8,
          'bit/s')]];
    this.facts.replaceChildren(...facts.flatMap(([name, value]) =>
      [el('dt', {}, name), el('dd', {}, value)]));
    this.goodput.element.hidden = Boolean(this.model.recording.live) && packets === 0;
    for (const {connection, states} of this.windows ?? []) {
      const state = this.model.windows[connection.i].at(time);
      const name = state ? STATES[state[5]] : undefined;
      states.textContent = state ? `${connection.service}, ${STATE_WORDS[name] ?? name ?? '–'}: `
        + `window ${state[0]}, ${state[4]} in flight` : `${connection.service}, not yet open`;
    }
  }
}
