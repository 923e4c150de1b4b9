// SPDX-License-Identifier: Apache-2.0
import {remaining} from './dom.js';

const SPACING = 172;
const BOX = {width: 92, height: 46};
const TRAVEL_MILLIS = 1100;
const FLASH_MILLIS = 800;
const FLASHES_MAX = 60;
const LINK_GAP = 4;

/** Letters on the map are never smaller, in pixels of the page, however small the nodes are. */
const LETTERS_MIN = 11;

/** Below this zoom a name stands above its node. */
const SMALL = 0.5;

/** Below this zoom a node has room for its name and its queue alone. */
const MIDDLE = 0.75;

/** Nodes of a fitted map are not larger; longer links use the room that is left. */
const FITTED_ZOOM_MAX = 1.5;

/** A fitted map is drawn at most so much wider or higher than it was laid out. */
const STRETCH_MAX = 1.6;

/** In a crowd nodes are drawn smaller, but not more so. */
const CROWDED = 0.5;

/** How many nodes are compared with each other, for which the time grows with their square. */
const APART_NODES_MAX = 500;

/** Texts whose widths are remembered. */
const WIDTHS_MAX = 5000;

/** The longest link of a fitted map, as a share of the lesser side. */
const LINK_SHARE_MAX = 0.6;

/** The network as it is at one time: cytoscape places and moves it, a canvas above draws it. */
export class NetworkMap {
  constructor(place, model, listener) {
    this.model = model;
    this.listener = listener;
    this.placeElement = place;
    this.time = 0;
    this.moving = [];
    this.selected = null;
    this.path = new Set();
    this.points = [];
    this.widths = new Map();
    this.bends = model.links.map((_, number) => this.bend(number));
    this.laid = model.nodes.map(({x, y}) => ({x, y}));
    this.unit = {x: SPACING, y: SPACING};
    this.cy = cytoscape({
      container: place,
      elements: this.elements(),
      layout: {name: 'preset', fit: false},
      minZoom: 0.08,
      maxZoom: 3,
      boxSelectionEnabled: false,
      style: [
        {selector: 'node', style: {shape: 'round-rectangle', width: BOX.width,
          height: BOX.height, 'background-opacity': 0, 'overlay-opacity': 0}},
        {selector: 'node:parent', style: {shape: 'round-rectangle', 'background-opacity': 0,
          'border-width': 0, padding: 26}},
        {selector: 'edge', style: {width: 16, opacity: 0, 'curve-style': 'bezier',
          'control-point-step-size': 46}},
      ],
    });
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'overlay';
    place.append(this.canvas);
    this.cy.on('render pan zoom resize position', () => this.ask());
    this.cy.on('tap', (event) => {
      if (event.target === this.cy) {
        listener.select(null);
      } else {
        const [kind, number] = event.target.id().split('-');
        listener.select(kind === 'h' ? null : {kind: kind === 'n' ? 'node' : 'link',
          number: +number});
      }
    });
    this.cy.on('mouseover', 'node', (event) => this.hover(event.target.id()));
    this.cy.on('mouseout', 'node', () => this.hover(''));
    this.cy.on('dragfree', 'node', () => this.dragged());
    this.cy.on('dragpan scrollzoom pinchzoom', () => {
      this.isKept = true; // until the reader asks to fit it
    });
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(place);
    this.readTheme();
    this.resize();
  }

  /** Names the node below the mouse, where they are too small for names. */
  hover(id) {
    const [kind, number] = id.split('-');
    this.hovered = kind === 'n' ? +number : undefined;
    this.ask();
  }

  elements() {
    const hosts = [...new Set(this.model.nodes.map((node) => node.host).filter(Boolean))];
    return [
      ...hosts.map((host, i) => ({data: {id: `h-${i}`, host}})),
      ...this.model.nodes.map((node, i) => ({
        data: {id: `n-${i}`, parent: node.host ? `h-${hosts.indexOf(node.host)}` : undefined},
        position: {x: node.x * this.unit.x, y: node.y * this.unit.y},
      })),
      ...this.model.links.map((link, i) => ({
        data: {id: `l-${i}`, source: `n-${link.a}`, target: `n-${link.b}`},
      })),
    ];
  }

  /** Within a report the wheel belongs to the page around. */
  zoomable(is) {
    this.cy.userZoomingEnabled(is);
  }

  /** The reader has moved nodes: they stay there, in lengths of a link. */
  dragged() {
    this.laid = this.model.nodes.map((_, i) => {
      const {x, y} = this.cy.getElementById(`n-${i}`).position();
      return {x: x / this.unit.x, y: y / this.unit.y};
    });
    const positions = {};
    this.model.nodes.forEach((node, i) => {
      positions[node.name] = [+this.laid[i].x.toFixed(3), +this.laid[i].y.toFixed(3)];
    });
    this.listener.moved(positions);
  }

  /** Stays as it was moved before the network became another. */
  takeOver(before, model) {
    model.nodes.forEach((node, i) => {
      const now = this.model.nodes.findIndex((one) => one.name === node.name);
      if (now >= 0) {
        this.laid[now] = {...before.laid[i]};
      }
    });
    this.arrange();
    if (before.isKept && this.model.nodes.length === model.nodes.length) {
      this.isKept = true;
      this.place(before.unit);
      this.cy.viewport({zoom: before.cy.zoom(), pan: before.cy.pan()});
    }
  }

  /** Shows all of it, and keeps to that until the reader moves or zooms it. */
  fit() {
    this.isKept = false;
    this.arrange();
  }

  /**
   * Fills the room that there is. Nodes and links grow alike up to a size; beyond it links alone
   * grow, and those along the side with more room somewhat more.
   */
  arrange() {
    const {clientWidth, clientHeight} = this.placeElement;
    if (clientWidth === 0 || clientHeight === 0 || this.laid.length === 0) {
      return;
    }
    const spread = (axis) => {
      const at = this.laid.map((point) => point[axis]);
      const [least, most] = [Math.min(...at), Math.max(...at)];
      return {span: most - least, middle: (most + least) / 2};
    };
    const [x, y] = [spread('x'), spread('y')];
    const aside = this.cy.nodes(':parent').length > 0 ? 34 : 0;
    const width = clientWidth - 2 * Math.min(28 + aside, clientWidth / 10);
    const height = clientHeight - 2 * Math.min(42 + aside, clientHeight / 8);
    const longest = LINK_SHARE_MAX * Math.min(width, height);
    const link = (room, span, box) => {
      const alike = room / (span + box / SPACING);
      return alike <= FITTED_ZOOM_MAX * SPACING ? alike
        : span > 0 ? (room - FITTED_ZOOM_MAX * box) / span : Infinity;
    };
    const pixels = Math.min(link(width, x.span, BOX.width), link(height, y.span, BOX.height),
      Math.max(longest, SPACING));
    const zoom = Math.min(FITTED_ZOOM_MAX, pixels / SPACING);
    const along = (room, span, box) =>
      Math.max(pixels, Math.min(STRETCH_MAX * pixels, (room - zoom * box) / Math.max(span, 1e-6)));
    const unit = {x: along(width, x.span, BOX.width), y: along(height, y.span, BOX.height)};
    const apart = Math.min(zoom, Math.max(CROWDED * zoom, this.zoomApart(unit)));
    this.place({x: unit.x / apart, y: unit.y / apart});
    this.cy.viewport({zoom: apart, pan: {x: clientWidth / 2 - x.middle * unit.x,
      y: clientHeight / 2 - y.middle * unit.y}});
    this.ask();
  }

  /** The largest zoom at which no node lies over another, given a link's length in pixels. */
  zoomApart(unit) {
    let apart = Infinity;
    this.laid.slice(0, APART_NODES_MAX).forEach((a, i) => {
      for (let j = 0; j < i; j++) {
        const b = this.laid[j];
        apart = Math.min(apart, Math.max(Math.abs(a.x - b.x) * unit.x / BOX.width,
          Math.abs(a.y - b.y) * unit.y / BOX.height));
      }
    });
    return apart;
  }

  /** Places the nodes, given the length of a link. */
  place(unit) {
    this.unit = unit;
    this.cy.batch(() => this.laid.forEach(({x, y}, i) =>
      this.cy.getElementById(`n-${i}`).position({x: x * unit.x, y: y * unit.y})));
  }

  readTheme() {
    const style = getComputedStyle(this.placeElement);
    const read = (name) => style.getPropertyValue(name).trim();
    this.theme = {
      ink: read('--ink'), muted: read('--muted'), panel: read('--panel'), line: read('--line'),
      wire: read('--wire'), busy: read('--busy'), alarm: read('--alarm'), grid: read('--grid'),
      accent: read('--accent'), ground: read('--ground'),
    };
    this.ask();
  }

  resize() {
    const {clientWidth, clientHeight} = this.placeElement;
    this.canvas.width = clientWidth * devicePixelRatio;
    this.canvas.height = clientHeight * devicePixelRatio;
    this.canvas.style.width = `${clientWidth}px`;
    this.canvas.style.height = `${clientHeight}px`;
    this.cy.resize();
    if (!this.isKept) {
      this.arrange();
    } else if (this.size) {
      this.cy.panBy({x: (clientWidth - this.size.width) / 2,
        y: (clientHeight - this.size.height) / 2});
    }
    this.size = {width: clientWidth, height: clientHeight};
    this.ask();
  }

  /** Shows a time; what happened since the one shown before is animated if that was just before. */
  show(time, span, animate) {
    if (animate && time > this.time) {
      this.animate(this.time, time);
    }
    this.time = time;
    this.span = span;
    this.ask();
  }

  animate(from, to) {
    const now = performance.now();
    for (const mark of this.model.marks) {
      if (mark.t > from && mark.t <= to) {
        this.launch(mark, now);
      }
    }
    for (const drop of this.model.dropsBetween(from, to)) {
      if (this.moving.length < FLASHES_MAX) {
        this.moving.push({kind: 'drop', ...drop, began: now, lasts: FLASH_MILLIS,
          aside: Math.random()});
      }
    }
  }

  /** Lets a mark be seen: a message travels, a trigger pulses. */
  launch(mark, now = performance.now()) {
    if (!this.model.nodes[mark.node]) {
      return;
    }
    if (mark.to !== undefined && mark.to !== mark.node) {
      const way = this.model.way(mark.node, mark.to);
      this.moving.push({kind: 'message', mark, way, began: now,
        lasts: TRAVEL_MILLIS * Math.max(1, Math.sqrt(way.length))});
    }
    if (['trigger', 'fault', 'filter'].includes(mark.kind)) {
      this.moving.push({kind: 'pulse', mark, began: now, lasts: TRAVEL_MILLIS});
    }
    this.ask();
  }

  select(selected, path) {
    this.selected = selected;
    this.path = new Set(path ?? []);
    this.ask();
  }

  ask() {
    if (!this.asked && !this.closed) {
      this.asked = requestAnimationFrame(() => {
        this.asked = undefined;
        this.draw();
      });
    }
  }

  draw() {
    const context = this.canvas.getContext('2d');
    const zoom = this.cy.zoom();
    const pan = this.cy.pan();
    const scale = zoom * devicePixelRatio;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(scale, 0, 0, scale, pan.x * devicePixelRatio, pan.y * devicePixelRatio);
    this.letter = 1 / zoom;
    this.points = this.model.nodes.map((node, i) =>
      this.cy.getElementById(`n-${i}`).position());
    this.taken = this.points.map(({x, y}) => ({x, y, width: BOX.width, height: BOX.height}));
    this.hosts(context);
    const standing = this.model.standing(this.time);
    this.model.links.forEach((link, i) => this.link(context, link, i, zoom));
    this.model.nodes.forEach((node, i) => this.node(context, node, i, zoom));
    standing.forEach(({filter}) => this.gate(context, filter));
    const named = new Set();
    standing.forEach(({filter, caught}) => {
      const gate = `${filter.node} ${filter.direction}`;
      this.gateLabel(context, filter, caught, !named.has(gate)); // others, if there is room
      named.add(gate);
    });
    this.namesAside(context);
    this.model.links.forEach((link, i) => this.linkLabel(context, i));
    const now = performance.now();
    this.moving = this.moving.filter((one) => now - one.began < one.lasts);
    this.moving.forEach((one) => this.move(context, one, (now - one.began) / one.lasts));
    if (this.moving.length > 0) {
      this.ask();
    }
  }

  hosts(context) {
    this.cy.nodes(':parent').forEach((host) => {
      const box = host.boundingBox({includeLabels: false});
      context.fillStyle = this.theme.grid;
      context.globalAlpha = 0.5;
      context.beginPath();
      context.roundRect(box.x1, box.y1, box.w, box.h, 14);
      context.fill();
      context.globalAlpha = 1;
      this.text(context, host.data('host'), box.x1 + 14, box.y1 + 18,
        {align: 'left', colour: this.theme.muted, size: 12});
    });
  }

  /** Where a link's line is at a share of its way, with the way's unit normal. */
  linkPoint(number, share) {
    const link = this.model.links[number];
    const a = this.points[link.a];
    const b = this.points[link.b];
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const length = Math.hypot(dx, dy) || 1;
    const normal = {x: -dy / length, y: dx / length};
    const bend = this.bends[number];
    const bow = 4 * share * (1 - share) * bend;
    return {x: a.x + dx * share + normal.x * bow, y: a.y + dy * share + normal.y * bow, normal,
      length};
  }

  /** Several links between two nodes lie apart. */
  bend(number) {
    const link = this.model.links[number];
    const peers = this.model.linksOfNode[link.a]
      .filter((other) => {
        const {a, b} = this.model.links[other];
        return (a === link.a && b === link.b) || (a === link.b && b === link.a);
      });
    return (peers.indexOf(number) - (peers.length - 1) / 2) * 38
      * (this.model.links[peers[0]].a === link.a ? 1 : -1);
  }

  link(context, link, number, zoom) {
    const chosen = this.selected?.kind === 'link' && this.selected.number === number;
    for (const side of [0, 1]) {
      const direction = 2 * number + side;
      const up = this.model.isUp(direction, this.time);
      const rates = this.model.passed[direction].rate(this.time, this.span);
      const use = this.model.use(direction, this.time, this.span);
      const busy = Math.min(1, use ?? (rates[0] > 0 ? 0.25 : 0));
      const onPath = this.path.has(direction);
      const offset = (side === 0 ? 1 : -1) * LINK_GAP;
      context.lineWidth = (1.6 + 5.4 * Math.sqrt(busy)) * Math.max(1, 0.5 / zoom);
      context.strokeStyle = !up ? this.theme.alarm
        : onPath ? this.theme.accent : busy > 0.02 ? mix(this.theme.wire, this.theme.busy, busy)
          : this.theme.line;
      context.globalAlpha = this.path.size > 0 && !onPath ? 0.35 : 1;
      context.setLineDash(up ? [] : [3, 7]);
      this.stroke(context, number, offset);
      context.setLineDash([]);
      if (up && rates[0] > 0 && zoom > 0.3) {
        this.flowing(context, number, side, offset, busy);
      }
      context.globalAlpha = 1;
    }
    if (chosen) {
      context.lineWidth = 18;
      context.strokeStyle = this.theme.accent;
      context.globalAlpha = 0.18;
      this.stroke(context, number, 0);
      context.globalAlpha = 1;
    }
  }

  stroke(context, number, offset) {
    const steps = this.bends[number] === 0 ? 1 : 14;
    context.beginPath();
    for (let i = 0; i <= steps; i++) {
      const point = this.linkPoint(number, i / steps);
      const x = point.x + point.normal.x * offset;
      const y = point.y + point.normal.y * offset;
      context[i === 0 ? 'moveTo' : 'lineTo'](x, y);
    }
    context.stroke();
  }

  /** Small arrows that say which way it goes; they move with the time that is shown. */
  flowing(context, number, side, offset, busy) {
    const {length} = this.linkPoint(number, 0.5);
    const clear = BOX.width / 2 / length;
    const count = Math.max(1, Math.round((length - BOX.width) / 60));
    const phase = this.still ? 0.5 : (performance.now() / 2200 * (0.35 + busy)) % 1;
    context.fillStyle = context.strokeStyle;
    for (let i = 0; i < count; i++) {
      const along = clear + (1 - 2 * clear) * ((i + phase) / count);
      const share = side === 0 ? along : 1 - along;
      const point = this.linkPoint(number, share);
      const turn = side === 0 ? 1 : -1;
      const forward = {x: point.normal.y * turn, y: -point.normal.x * turn};
      const x = point.x + point.normal.x * offset;
      const y = point.y + point.normal.y * offset;
      const size = 3 + 2.6 * Math.sqrt(busy);
      context.beginPath();
      context.moveTo(x + forward.x * size * 1.5, y + forward.y * size * 1.5);
      context.lineTo(x - forward.x * size + point.normal.x * size,
        y - forward.y * size + point.normal.y * size);
      context.lineTo(x - forward.x * size - point.normal.x * size,
        y - forward.y * size - point.normal.y * size);
      context.fill();
    }
  }

  /** How full each way is, beside the link where there is room for it. */
  linkLabel(context, number) {
    const down = !this.model.isUp(2 * number, this.time);
    const lines = [];
    for (const side of down ? [] : [0, 1]) {
      const use = this.model.use(2 * number + side, this.time, this.span);
      if (use !== undefined && use > 0.005) {
        lines.push(`${this.arrow(number, side)} ${Math.round(Math.min(use, 9.99) * 100)} %`);
      }
    }
    if (down) {
      lines.push('down');
    }
    if (lines.length === 0) {
      return;
    }
    const label = this.measured(context, lines, 11, down);
    const places = [];
    for (const share of [0.5, 0.38, 0.62]) {
      const {x, y, normal} = this.linkPoint(number, share);
      const up = normal.y > 0 ? -1 : 1;
      const far = 9 + (Math.abs(normal.x) * label.width + Math.abs(normal.y) * label.height) / 2;
      for (const side of [up, -up]) {
        places.push({x: x + normal.x * side * far, y: y + normal.y * side * far});
      }
    }
    this.label(context, label, places, down, {colour: down ? this.theme.alarm : this.theme.muted});
  }

  /** Lines of text with the room that they take. */
  measured(context, lines, size, bold) {
    const letters = Math.max(size, LETTERS_MIN * this.letter);
    const width = letters * Math.max(...lines.map((line) => this.width(context, line, bold)));
    return {lines, size: letters, bold, height: 1.2 * letters * lines.length, width};
  }

  /** How wide a text is for each pixel of its letters' size. */
  width(context, text, bold) {
    const key = `${bold ? 'b' : ' '}${text}`;
    if (!this.widths.has(key)) {
      if (this.widths.size >= WIDTHS_MAX) {
        this.widths.clear();
      }
      context.font = font(100, bold);
      this.widths.set(key, context.measureText(text).width / 100);
    }
    return this.widths.get(key);
  }

  /** Draws text around the first of some places that is free; if none is, only if it must. */
  label(context, label, places, must, {colour}) {
    const {width, height, lines, size, bold} = label;
    const isFree = (at) => !this.taken.some((other) =>
      Math.abs(at.x - other.x) < (width + other.width) / 2
        && Math.abs(at.y - other.y) < (height + other.height) / 2);
    const at = places.find(isFree) ?? (must ? places[0] : undefined);
    if (!at) {
      return;
    }
    this.taken.push({x: at.x, y: at.y, width, height});
    lines.forEach((line, i) => this.text(context, line, at.x,
      at.y - height / 2 + (1.2 * i + 0.95) * size,
      {size, bold: bold && i === 0, halo: true, colour: [colour].flat()[i] ?? colour}));
  }

  arrow(number, side) {
    const link = this.model.links[number];
    const a = this.points[link.a];
    const b = this.points[link.b];
    const dx = (b.x - a.x) * (side === 0 ? 1 : -1);
    const dy = (b.y - a.y) * (side === 0 ? 1 : -1);
    return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? '→' : '←') : dy > 0 ? '↓' : '↑';
  }

  node(context, node, number, zoom) {
    const {x, y} = this.points[number];
    const left = x - BOX.width / 2;
    const top = y - BOX.height / 2;
    const gone = this.model.nodeStates.get(number) === 'gone';
    const chosen = this.isChosen(number);
    context.fillStyle = this.theme.panel;
    context.strokeStyle = gone ? this.theme.alarm
      : chosen ? this.theme.accent : this.theme.line;
    context.lineWidth = (chosen ? 2.5 : 1.25) * Math.max(1, 0.7 / zoom);
    context.setLineDash(gone ? [4, 4] : node.foreign ? [2, 3] : []);
    context.beginPath();
    context.roundRect(left, top, BOX.width, BOX.height, 8);
    context.fill();
    context.stroke();
    context.setLineDash([]);
    const sends = this.model.colours.has(number);
    if (zoom < SMALL) {
      this.small(context, number, left, top);
      return;
    }
    const name = this.measured(context, [node.name], 13, true);
    const from = sends ? left + 24 : left + 11;
    const baseline = top + 9 + 0.62 * name.size;
    const fits = this.nameFits(name, sends);
    if (fits) {
      this.text(context, node.name, from, baseline, {align: 'left', size: 13, bold: true,
        colour: gone ? this.theme.alarm : this.theme.ink});
    }
    if (sends) {
      context.fillStyle = this.model.colour(number);
      context.beginPath();
      context.arc(left + 15, top + 13, 4.5, 0, 7);
      context.fill();
    }
    if (!gone && this.model.edges.has(number)) {
      this.edge(context, number, left, top);
    }
    if (gone && zoom > MIDDLE) {
      this.text(context, 'has ended', left + 11, top + 35,
        {align: 'left', size: 11, colour: this.theme.alarm});
    } else if (node.foreign && zoom > MIDDLE) {
      this.text(context, 'foreign', left + 11, top + 35,
        {align: 'left', size: 11, colour: this.theme.muted});
    } else if (!gone && !node.foreign) {
      this.queueBar(context, number, left + 11, top + 27, BOX.width - 22, 10,
        fits ? from + name.width + 6 : from);
    }
  }

  nameFits(name, sends) {
    return name.width <= BOX.width - (sends ? 24 : 11) - 8;
  }

  /** Names that nodes have no room for: above or below them, those that matter most first. */
  namesAside(context) {
    const zoom = 1 / this.letter;
    const weight = (i) => (this.isChosen(i) || this.hovered === i ? 2
      : this.model.colours.has(i) || this.model.nodeStates.get(i) === 'gone' ? 1 : 0);
    const aside = this.model.nodes.map((node, i) => ({node, i, weight: weight(i),
      name: this.measured(context, [node.name], 11, true)}))
      .filter(({name, i}) => zoom < SMALL || !this.nameFits(
        this.measured(context, name.lines, 13, true), this.model.colours.has(i)));
    aside.sort((a, b) => b.weight - a.weight).forEach(({i, weight: rank, name}) => {
      const {x, y} = this.points[i];
      const far = BOX.height / 2 + name.height / 2 + 2 / zoom;
      const left = BOX.width / 2 + name.width / 2 + 4 / zoom;
      this.label(context, name, [{x, y: y - far}, {x, y: y + far}, {x: x + left, y},
        {x: x - left, y}], rank === 2, {colour: this.model.nodeStates.get(i) === 'gone'
        ? this.theme.alarm : this.theme.ink});
    });
  }

  isChosen(number) {
    return ['node', 'flow'].includes(this.selected?.kind) && this.selected.number === number;
  }

  /** The edge of a node, a plug below it, with the number of its flows, or a failed program. */
  edge(context, number, left, top) {
    const flows = this.model.openFlows(number)?.length ?? 0;
    const failure = this.model.failure(number);
    const words = failure !== undefined ? `exit ${failure}` : flows > 0 ? `edge ${flows}` : 'edge';
    const colour = failure !== undefined ? this.theme.alarm
      : flows > 0 ? this.theme.accent : this.theme.muted;
    const scale = Math.max(1, this.letter); // as its words are
    const width = (words === 'edge' ? 34 : 50) * scale;
    const height = 16 * scale;
    const from = left + BOX.width - width - 9;
    const bottom = top + BOX.height;
    context.fillStyle = this.theme.panel;
    context.strokeStyle = colour;
    context.lineWidth = 1.25;
    context.beginPath();
    context.moveTo(from + width - 7, bottom);
    context.lineTo(from + width - 7, bottom + 4);
    context.moveTo(from + 7, bottom);
    context.lineTo(from + 7, bottom + 4);
    context.stroke();
    context.beginPath();
    context.roundRect(from, bottom + 4, width, height, 4);
    context.fill();
    context.stroke();
    this.taken.push({x: from + width / 2, y: bottom + 4 + height / 2, width, height});
    this.text(context, words, from + width / 2, bottom + 4 + 11.5 * scale,
      {size: 11, bold: words !== 'edge', colour});
  }

  /** Of a node that is too small for words: how full it is, and by whom. */
  small(context, number, left, top) {
    if (this.model.colours.has(number)) {
      context.fillStyle = this.model.colour(number);
      context.fillRect(left + 6, top + 6, BOX.width - 12, 9);
    }
    this.queueBar(context, number, left + 6, top + 18, BOX.width - 12, BOX.height - 24);
  }

  /** With the number of packets, if there is room for it behind the name's end. */
  queueBar(context, number, left, top, width, height, nameEnd) {
    const queue = this.model.fullestQueue(number, this.time);
    if (queue < 0) {
      return;
    }
    const facts = this.model.queues[queue];
    const state = this.model.queueAt(queue, this.time);
    const scale = width / Math.max(1, facts.limit);
    context.fillStyle = this.theme.grid;
    context.fillRect(left, top, width, height);
    let at = left;
    let named = 0;
    for (const [flow, frames] of state.shares) {
      const end = Math.min(left + width, at + frames * scale);
      context.fillStyle = this.model.colour(flow);
      context.fillRect(at, top, Math.max(0, end - at), height);
      at = end;
      named += frames;
    }
    if (state.frames > named) {
      context.fillStyle = this.theme.muted;
      const rest = Math.min(left + width - at, (state.frames - named) * scale);
      context.fillRect(at, top, Math.max(0, rest), height);
    }
    if (nameEnd === undefined) {
      return;
    }
    for (const threshold of [facts.minTh, facts.maxTh]) {
      if (threshold) {
        context.fillStyle = threshold === facts.maxTh ? this.theme.alarm : this.theme.muted;
        context.fillRect(left + threshold * scale - 0.5, top - 2, 1.2, height + 4);
      }
    }
    if (facts.discipline !== 'drop-tail' && state.average > 0.5) {
      const x = left + Math.min(width, state.average * scale);
      context.fillStyle = this.theme.ink;
      context.beginPath();
      context.moveTo(x, top - 1);
      context.lineTo(x - 3.4, top - 6);
      context.lineTo(x + 3.4, top - 6);
      context.fill();
    }
    const count = this.measured(context, [String(state.frames)], 11);
    if (state.frames > 0 && nameEnd + count.width <= left + width) {
      this.text(context, String(state.frames), left + width, top - 4,
        {align: 'right', size: 11, colour: this.theme.muted});
    }
  }

  /** Where a filter stands: at the link end by which the flow comes in. */
  gatePlace(filter) {
    const point = this.points[filter.node];
    if (filter.direction < 0) {
      return {x: point.x, y: point.y + BOX.height / 2 + 12, turn: 0, up: 1};
    }
    const number = filter.direction >> 1;
    const [from] = this.model.ends(filter.direction);
    const other = this.points[from];
    const dx = other.x - point.x;
    const dy = other.y - point.y;
    const length = Math.hypot(dx, dy) || 1;
    const edge = Math.min(BOX.width / 2 / Math.max(1e-6, Math.abs(dx) / length),
      BOX.height / 2 / Math.max(1e-6, Math.abs(dy) / length));
    const share = Math.min(0.5, (edge + 15) / length);
    const link = this.model.links[number];
    const place = this.linkPoint(number, link.a === filter.node ? share : 1 - share);
    return {x: place.x, y: place.y, turn: Math.atan2(dy, dx), up: 1};
  }

  gate(context, filter) {
    const {x, y, turn} = this.gatePlace(filter);
    const colour = this.model.colour(filter.source);
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    context.fillStyle = this.theme.panel;
    context.strokeStyle = this.theme.alarm;
    context.lineWidth = 1.6;
    context.beginPath();
    context.roundRect(-4.5, -15, 9, 30, 2.5);
    context.fill();
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    for (const at of [-9, -3, 3, 9]) {
      context.moveTo(-2.6, at + 2);
      context.lineTo(2.6, at - 2);
    }
    context.stroke();
    context.restore();
    const long = Math.abs(Math.sin(turn)) * 22 + 9;
    this.taken.push({x, y, width: long, height: Math.abs(Math.cos(turn)) * 22 + 9});
  }

  /** What a filter has caught and how long it stands, beside its gate. */
  gateLabel(context, filter, caught, must) {
    const {x, y, turn} = this.gatePlace(filter);
    const left = filter.until - this.time;
    const label = this.measured(context, [`✕ ${caught}`,
      left > 0 ? `${remaining(left)} left` : 'ends'], 12, true);
    const below = 15 + label.height / 2;
    const beside = 18 + label.width / 2;
    const upright = [{x, y: y + below}, {x, y: y - below}];
    const level = [{x: x + beside, y}, {x: x - beside, y}];
    const corners = [1, -1].flatMap((down) => [-1, 1].map((right) =>
      ({x: x + right * beside, y: y + down * below})));
    const isLevel = Math.abs(Math.cos(turn)) > 0.6; // and its link, too
    const places = isLevel ? [...upright, ...corners, ...level]
      : [...level, ...corners, ...upright];
    this.label(context, label, places, must, {colour: [this.theme.alarm, this.theme.muted]});
  }

  move(context, one, share) {
    if (one.kind === 'drop') {
      this.falling(context, one, share);
      return;
    }
    if (one.kind === 'pulse') {
      const {x, y} = this.points[one.mark.node];
      context.strokeStyle = this.theme.alarm;
      context.globalAlpha = 1 - share;
      context.lineWidth = 2.5;
      const grow = 26 * share;
      context.beginPath();
      context.roundRect(x - BOX.width / 2 - grow, y - BOX.height / 2 - grow,
        BOX.width + 2 * grow, BOX.height + 2 * grow, 8 + grow);
      context.stroke();
      context.globalAlpha = 1;
      return;
    }
    if (one.way.length === 0) {
      return;
    }
    const along = share * one.way.length;
    const direction = one.way[Math.min(one.way.length - 1, Math.floor(along))];
    const rest = Math.min(1, along - Math.floor(along));
    const point = this.linkPoint(direction >> 1, direction & 1 ? 1 - rest : rest);
    context.fillStyle = this.theme.accent;
    context.strokeStyle = this.theme.panel;
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(point.x - 11, point.y - 8, 22, 16, 3);
    context.fill();
    context.stroke();
    context.beginPath();
    context.moveTo(point.x - 11, point.y - 7);
    context.lineTo(point.x, point.y + 2);
    context.lineTo(point.x + 11, point.y - 7);
    context.stroke();
    this.text(context, one.mark.text.split(':')[0], point.x, point.y - 16,
      {size: 11, bold: true, colour: this.theme.accent, halo: true});
  }

  /** A dropped packet falls out of where it was, at the gate if that was a filter. */
  falling(context, drop, share) {
    const gate = this.model.reasons[drop.reason] === 'filtered'
      && this.model.filters.find((filter) => filter.node === drop.node
        && filter.source === drop.flow);
    const place = gate ? this.gatePlace(gate) : this.points[drop.node];
    const x = place.x + (drop.aside - 0.5) * (gate ? 16 : BOX.width * 0.8);
    const y = place.y + (gate ? 8 : BOX.height / 2) + 36 * share * share;
    context.globalAlpha = 1 - share;
    context.strokeStyle = this.model.colour(drop.flow);
    context.lineWidth = 2.4;
    context.beginPath();
    context.moveTo(x - 4, y - 4);
    context.lineTo(x + 4, y + 4);
    context.moveTo(x + 4, y - 4);
    context.lineTo(x - 4, y + 4);
    context.stroke();
    context.globalAlpha = 1;
  }

  text(context, text, x, y, {align = 'center', size = 12, colour, bold, halo}) {
    const letters = Math.max(size, LETTERS_MIN * this.letter);
    context.font = font(letters, bold);
    context.textAlign = align;
    context.textBaseline = 'alphabetic';
    if (halo) {
      context.strokeStyle = this.theme.ground;
      context.lineWidth = letters / 3;
      context.lineJoin = 'round';
      context.strokeText(text, x, y);
    }
    context.fillStyle = colour;
    context.fillText(text, x, y);
  }

  close() {
    this.closed = true;
    this.observer.disconnect();
    this.cy.destroy();
  }
}

function font(size, bold) {
  return `${bold ? '600 ' : ''}${size}px system-ui, "Segoe UI", Roboto, sans-serif`;
}

/** A colour between two that are written as #rrggbb. */
function mix(from, to, share) {
  const part = (colour, at) => parseInt(colour.slice(at, at + 2), 16);
  return `rgb(${[1, 3, 5].map((at) =>
    Math.round(part(from, at) + (part(to, at) - part(from, at)) * share)).join(' ')})`;
}
