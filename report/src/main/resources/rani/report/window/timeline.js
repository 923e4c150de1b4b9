// SPDX-License-Identifier: Apache-2.0
import {clock, el} from './dom.js';

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100];

/** Rows of marks, from those that matter most. */
const ROWS = [['trigger', 'fault'], ['filter', 'message'], ['congestion', 'drop'],
  ['link', 'change'], ['connection', 'note']];

/** What of the run is shown, and how fast that moves on. */
export class Timeline {
  constructor(model, listener) {
    this.model = model;
    this.listener = listener;
    this.time = 0;
    this.speed = this.firstSpeed();
    this.playing = false;
    this.following = Boolean(model.recording.live);
    this.build();
    if (model.recording.computing) {
      this.toggle(); // it is played while it is computed
    }
  }

  build() {
    const button = (label, title, key, action) => el('button', {type: 'button', title:
      `${title} (${key})`, 'aria-label': title, onclick: action}, label);
    this.play = button('▶', 'Play or pause', 'space', () => this.toggle());
    this.play.classList.add('play');
    this.speedLabel = el('output', {class: 'speed', title: 'seconds of the run in one of yours'});
    this.canvas = el('canvas', {class: 'marks', 'aria-hidden': 'true'});
    this.range = el('input', {type: 'range', min: 0, max: 1000000, value: 0, step: 1,
      'aria-label': 'time of the run', class: 'seek'});
    this.range.addEventListener('input', () => this.seek(this.begin()
      + this.range.value / 1e6 * (this.length() - this.begin())));
    this.range.addEventListener('keydown', (event) => event.preventDefault());
    this.clock = el('output', {class: 'clock', 'data-test': 'clock'});
    this.follow = el('button', {type: 'button', class: 'follow', title: 'Show what is now (L)',
      onclick: () => this.followNow()}, this.model.recording.live ? 'live' : 'newest');
    this.follow.hidden = !this.model.grows;
    this.element = el('div', {class: 'timeline'},
      el('div', {class: 'buttons'},
        button('|◂', 'To the beginning', 'Home', () => this.seek(this.begin())),
        button('◂◂', 'The event before', 'shift ←', () => this.event(-1)),
        this.play,
        button('▸▸', 'The next event', 'shift →', () => this.event(1)),
        button('▸|', 'To the end', 'End', () => this.seek(this.length())),
        button('−', 'Slower', '-', () => this.choose(-1)), this.speedLabel,
        button('+', 'Faster', '+', () => this.choose(1)), this.follow),
      el('div', {class: 'track'}, this.canvas, this.range),
      this.clock);
    this.canvas.addEventListener('mousemove', (event) => this.hint(event));
    this.faster(0);
    this.label();
  }

  /** A recording is over in about half a minute. */
  firstSpeed() {
    const {live, computing} = this.model.recording;
    const wanted = live ? 1 : Math.max(this.model.end / 30, computing ? 0.2 : 0);
    return Math.max(0, SPEEDS.findLastIndex((speed) => speed <= wanted));
  }

  /** A network that is up may have been for long when the page came. */
  begin() {
    return this.model.recording.live ? this.model.begin ?? 0 : 0;
  }

  /** Where a time is, 0…1. */
  share(time) {
    return (time - this.begin()) / Math.max(1e-3, this.length() - this.begin());
  }

  length() {
    return Math.max(this.model.end, 1e-3);
  }

  /** From now on the user says how fast. */
  choose(by) {
    this.chosen = true;
    this.faster(by);
  }

  faster(by) {
    this.speed = Math.min(SPEEDS.length - 1, Math.max(0, this.speed + by));
    this.speedLabel.textContent = `${SPEEDS[this.speed]}×`;
  }

  toggle() {
    if (this.playing || this.following) {
      this.pause();
    } else {
      if (this.time >= this.length() && !this.model.grows) {
        this.seek(0);
      }
      this.playing = true;
      this.before = performance.now();
      this.tick();
    }
    this.label();
  }

  pause() {
    this.playing = false;
    this.following = false;
    this.label();
  }

  followNow() {
    if (!this.model.grows) {
      return;
    }
    this.playing = false;
    this.following = true;
    this.label();
    this.moveTo(this.model.end, false);
  }

  label() {
    const moves = this.playing || this.following;
    this.play.textContent = moves ? '❚❚' : '▶';
    this.follow.classList.toggle('on', this.following);
    this.follow.setAttribute('aria-pressed', String(this.following));
  }

  tick() {
    if (!this.playing) {
      return;
    }
    const now = performance.now();
    const time = this.time + (now - this.before) / 1000 * SPEEDS[this.speed];
    this.before = now;
    if (time >= this.length()) {
      this.moveTo(this.length(), true);
      if (this.model.recording.computing) {
        requestAnimationFrame(() => this.tick()); // more is to come
        return;
      }
      if (this.model.recording.live) {
        this.followNow();
      } else {
        this.pause();
      }
      return;
    }
    this.moveTo(time, true);
    requestAnimationFrame(() => this.tick());
  }

  seek(time) {
    this.following = false;
    this.label();
    this.moveTo(Math.min(this.length(), Math.max(this.begin(), time)), false);
  }

  /** One step of the recording. */
  stepBy(steps) {
    this.pause();
    this.moveTo(Math.min(this.length(), Math.max(0, this.time + steps * this.model.step)), true);
  }

  /** The next event, or the one before, which is shown as it happens. */
  event(by) {
    this.pause();
    const marks = this.model.marks.filter((mark) => !['note', 'connection'].includes(mark.kind));
    let found;
    if (by > 0) {
      found = marks.find((mark) => mark.t > this.time);
    } else {
      found = marks.findLast((mark) => mark.t < this.time);
    }
    if (found) {
      this.moveTo(found.t, false);
      marks.filter((mark) => mark.t === found.t).forEach((mark) => this.listener.happened(mark));
    }
  }

  moveTo(time, animate) {
    this.time = time;
    this.range.value = Math.round(this.share(time) * 1e6);
    this.clock.textContent =
      `${clock(time)} of ${clock(this.length(), this.length() > 100 ? 0 : 3)}`;
    this.listener.time(time, animate);
  }

  /** The run has gone on. */
  grown() {
    if (!this.model.recording.live && !this.chosen) {
      this.speed = this.firstSpeed();
      this.faster(0);
    }
    if (!this.model.grows) {
      this.following = false;
      this.follow.hidden = true;
      this.label();
    }
    if (this.following) {
      this.moveTo(this.model.end, true);
    } else {
      this.moveTo(this.time, false);
    }
    this.draw();
  }

  draw() {
    const {clientWidth, clientHeight} = this.canvas;
    this.canvas.width = clientWidth * devicePixelRatio;
    this.canvas.height = clientHeight * devicePixelRatio;
    const context = this.canvas.getContext('2d');
    context.scale(devicePixelRatio, devicePixelRatio);
    const style = getComputedStyle(this.canvas);
    const colours = ['--alarm', '--accent', '--busy', '--good', '--muted']
      .map((name) => style.getPropertyValue(name).trim());
    this.places = [];
    const row = clientHeight / ROWS.length;
    for (const mark of this.model.marks) {
      const at = ROWS.findIndex((kinds) => kinds.includes(mark.kind));
      const x = this.share(mark.t) * clientWidth;
      context.fillStyle = colours[at];
      context.beginPath();
      context.roundRect(x - 1.25, at * row + 1, 2.5, row - 2, 1);
      context.fill();
      this.places.push({x, mark});
    }
  }

  hint(event) {
    const near = (this.places ?? [])
      .filter(({x}) => Math.abs(x - event.offsetX) < 4)
      .map(({mark}) => `${clock(mark.t)}  ${mark.text}`);
    this.canvas.title = near.slice(0, 6).join('\n');
  }
}
