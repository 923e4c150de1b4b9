// SPDX-License-Identifier: Apache-2.0
import {Console} from './console.js';
import {clock, el} from './dom.js';
import {NetworkMap} from './map.js';
import {Model} from './model.js';
import {FlowPanel, LinkPanel, NodePanel, Overview} from './panels.js';
import {LiveSource} from './source.js';
import {Timeline} from './timeline.js';

const PANEL_MILLIS = 100;
const THEMES = ['auto', 'light', 'dark'];

/** The page: a map, what is beside it, and the time. */
class Page {
  constructor(place, recording, source, before) {
    this.place = place;
    this.source = source;
    this.model = new Model(recording);
    this.time = 0;
    this.selected = null;
    this.console = recording.live && source ? before?.console ?? new Console(source) : undefined;
    this.theme = THEMES.indexOf(place.dataset.theme ?? 'auto');
    this.build();
    if (before) {
      this.takeOver(before);
    }
  }

  /** Goes on where the page before was: what was shown, chosen and dragged. */
  takeOver(before) {
    this.map.takeOver(before.map, before.model);
    const {kind, number} = before.selected ?? {};
    const names = {node: ['nodes', 'name'], flow: ['nodes', 'name'], link: ['links', 'name']}[kind];
    const name = names && before.model[names[0]][number]?.name;
    const found = names ? this.model[names[0]].findIndex((one) => one.name === name) : -1;
    if (found >= 0) {
      this.select({kind, number: found});
    }
    if (!before.timeline.following && !this.timeline.following) {
      this.timeline.moveTo(Math.min(before.timeline.time, this.model.end), false);
    }
  }

  build() {
    this.timeline = new Timeline(this.model, {
      time: (time, animate) => this.show(time, animate),
      happened: (mark) => this.map.launch(mark),
    });
    this.canvasPlace = el('div', {class: 'map', tabindex: 0, role: 'img',
      'aria-label': `Map of ${this.model.network.name}; n and p go from node to node`});
    this.side = el('aside', {'aria-label': 'details'});
    this.state = el('span', {class: 'state', role: 'status', 'data-test': 'state'});
    this.message = el('p', {class: 'message', role: 'alert', hidden: true});
    this.place.replaceChildren(this.header(), this.message,
      el('div', {class: 'middle'}, this.canvasPlace, this.side), this.timeline.element);
    if (this.console) {
      this.place.append(this.console.element);
    }
    this.map = new NetworkMap(this.canvasPlace, this.model, {
      select: (selected) => this.select(selected),
      moved: (positions) => this.source?.keep?.(positions),
    });
    this.select(null);
    this.keys = (event) => this.key(event);
    this.whole = document.body.classList.contains('window');
    (this.whole ? document : this.place).addEventListener('keydown', this.keys);
    this.map.zoomable(this.whole);
    this.place.addEventListener('fullscreenchange', () =>
      this.map.zoomable(this.whole || document.fullscreenElement === this.place));
    this.query = matchMedia('(prefers-color-scheme: dark)');
    this.query.addEventListener('change', () => this.recolour());
    this.timeline.draw();
    this.resized = new ResizeObserver(() => this.timeline.draw());
    this.resized.observe(this.timeline.canvas);
    this.say(this.model.grows ? 'connecting' : 'recording');
    this.timeline.moveTo(this.model.recording.live ? this.model.end : 0, false);
  }

  header() {
    const {recording} = this.model;
    return el('header', {class: 'top'}, el('h1', {}, this.model.network.name),
      el('span', {class: 'run'}, recording.run),
      el('span', {class: 'badge'}, recording.mode === 'virtual' ? 'virtual time' : 'live'),
      this.state, el('span', {class: 'gap'}),
      this.source && recording.charts ? el('a', {class: 'button', href: 'charts', target: '_blank',
        title: 'The charts of the whole run', 'data-test': 'charts'}, 'Charts') : '',
      el('button', {type: 'button', title: 'Fit the map (F)', onclick: () => this.map.fit()},
        'Fit'),
      el('button', {type: 'button', class: 'theme', title: 'Light or dark (T)',
        onclick: () => this.nextTheme()}, 'Theme'),
      document.body.classList.contains('window') ? '' : el('button', {type: 'button',
        title: 'The whole screen', onclick: () => (document.fullscreenElement
          ? document.exitFullscreen() : this.place.requestFullscreen())}, 'Full screen'),
      el('button', {type: 'button', class: 'help', title: 'Keys (?)',
        onclick: () => this.help()}, 'Keys'));
  }

  say(state, words) {
    this.place.dataset.state = state;
    const last = this.model.grows ? clock(this.model.end, 1) : '';
    this.state.textContent = words ?? {
      recording: 'recording', connecting: 'connecting …', connected: 'connected',
      computing: `computed up to ${last}`,
      lost: `not connected; what is shown ends at ${last}`, over: 'has ended'}[state];
  }

  tell(words) {
    this.message.hidden = false;
    this.message.textContent = words;
  }

  /** How long a while is over which rates are taken. */
  span() {
    return this.model.recording.live ? 1.5 * this.model.recording.look
      : Math.max(0.02, 4 * this.model.step, this.model.end / 100);
  }

  show(time, animate) {
    this.time = time;
    this.map?.show(time, this.span(), animate);
    const now = performance.now();
    if (!this.told || now - this.told > PANEL_MILLIS || !animate) {
      this.told = now;
      this.panel?.time(time);
    } else if (!this.later) {
      this.later = setTimeout(() => {
        this.later = undefined;
        this.panel?.time(this.time);
      }, PANEL_MILLIS);
    }
  }

  select(selected) {
    const before = this.selected;
    this.selected = selected;
    this.panel?.close();
    this.panel = {node: NodePanel, link: LinkPanel, flow: FlowPanel}[selected?.kind]
      ? new {node: NodePanel, link: LinkPanel, flow: FlowPanel}[selected.kind](this,
        selected.number)
      : new Overview(this);
    this.side.replaceChildren(this.panel.element);
    this.side.scrollTop = 0;
    this.map?.select(selected, selected?.kind === 'flow' ? this.model.paths[selected.number]
      : undefined);
    this.panel.refresh();
    if (selected && !before) {
      this.side.querySelector('h2')?.focus({preventScroll: true});
    }
  }

  key(event) {
    const typing = event.target.closest?.('input:not([type=range]), select, textarea');
    if (typing || event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key === 'Escape') {
        event.target.blur();
      }
      return;
    }
    const keys = {
      ' ': () => this.timeline.toggle(),
      ArrowRight: () => (event.shiftKey ? this.timeline.event(1) : this.timeline.stepBy(1)),
      ArrowLeft: () => (event.shiftKey ? this.timeline.event(-1) : this.timeline.stepBy(-1)),
      Home: () => this.timeline.seek(this.timeline.begin()),
      End: () => this.timeline.seek(this.timeline.length()),
      '+': () => this.timeline.choose(1),
      '-': () => this.timeline.choose(-1),
      n: () => this.nextNode(1),
      p: () => this.nextNode(-1),
      f: () => this.map.fit(),
      t: () => this.nextTheme(),
      l: () => this.timeline.followNow(),
      '?': () => this.help(),
      ':': () => this.console?.input.focus(),
      Escape: () => this.select(null),
    };
    const isButton = event.target.closest?.('button');
    if (keys[event.key] && !(isButton && event.key === ' ')) {
      event.preventDefault();
      keys[event.key]();
    }
  }

  nextNode(by) {
    const count = this.model.nodes.length;
    const now = this.selected?.kind === 'node' ? this.selected.number : by > 0 ? -1 : 0;
    this.select({kind: 'node', number: (now + by + count) % count});
  }

  help() {
    const keys = [['space', 'play, pause'], ['← →', 'one sample back, on'],
      ['shift ← →', 'to the event before, to the next'], ['Home End', 'beginning, end'],
      ['- +', 'slower, faster'], ['n p', 'next node, the one before'], ['f', 'fit the map'],
      ['t', 'light, dark'], ['l', 'show what is now'], [':', 'into the console'],
      ['Esc', 'back to the overview']];
    const dialog = el('dialog', {class: 'keys'}, el('h2', {}, 'Keys'),
      el('dl', {class: 'pairs'}, ...keys.flatMap(([key, what]) =>
        [el('dt', {}, el('kbd', {}, key)), el('dd', {}, what)])),
      el('form', {method: 'dialog'}, el('button', {}, 'Close')));
    dialog.addEventListener('close', () => dialog.remove());
    this.place.append(dialog);
    dialog.showModal();
  }

  nextTheme() {
    this.theme = (this.theme + 1) % THEMES.length;
    this.place.dataset.theme = THEMES[this.theme];
    this.recolour();
  }

  recolour() {
    this.map.readTheme();
    this.timeline.draw();
    this.panel.refresh();
  }

  colour(name) {
    return getComputedStyle(this.place).getPropertyValue(name).trim();
  }

  /** Keeps the page up to date with a network that is up. */
  follow() {
    this.source.follow({
      connected: (is) => {
        if (this.place.dataset.state !== 'over') {
          this.say(!is ? 'lost' : this.model.recording.live ? 'connected' : 'computing');
        }
      },
      news: (news) => {
        const ended = Object.entries(news.nodes ?? {})
          .filter(([node, state]) => state === 'gone'
            && this.model.nodeStates.get(+node) !== 'gone')
          .map(([node]) => this.model.nodes[node].name);
        this.model.append(news);
        if (ended.length > 0) {
          this.tell(`${ended.join(', ')} ended at ${clock(this.model.end, 1)}`);
        }
        this.timeline.grown();
        this.menus(news.menus);
        if (news.paths && this.selected?.kind === 'flow') {
          this.map.select(this.selected, this.model.paths[this.selected.number]);
        }
        const now = performance.now();
        if (news.marks?.length > 0 || now - (this.refreshed ?? 0) > 1000) {
          this.refreshed = now;
          this.panel.refresh();
        }
        this.say('connected');
      },
      whole: (recording) => {
        this.model.read(recording);
        this.timeline.grown();
        this.panel.refresh();
        this.say(this.model.grows ? 'computing' : 'recording');
        if (!this.model.grows) {
          this.source.stop();
        }
      },
      over: (why) => {
        this.say('over', why);
        this.tell(`${why} What was seen up to ${clock(this.model.end, 1)} stays here.`);
        this.timeline.pause();
      },
      reload: () => {
        this.source.stop();
        this.close();
        open(this.place, this);
      },
    });
  }

  /** Services come and go. */
  menus(menus) {
    const changed = menus?.some((menu, i) =>
      menu.join() !== this.model.nodes[i]?.services.join());
    if (changed) {
      menus.forEach((menu, i) => {
        this.model.nodes[i].services = menu;
      });
      if (this.selected?.kind === 'node' && !this.side.contains(document.activeElement)) {
        this.select(this.selected);
      }
    }
  }

  close() {
    document.removeEventListener('keydown', this.keys);
    this.resized.disconnect();
    this.timeline.pause();
    this.panel.close();
    this.map.close();
  }
}

/**
 * Opens a recording that the document holds, or else the network that the server watches. A report
 * runs this script as its reader asks for it.
 */
async function open(place, before) {
  const kept = document.getElementById(place.dataset.recording ?? '');
  try {
    const source = kept ? undefined : new LiveSource();
    const recording = kept ? JSON.parse(kept.textContent) : await source.open();
    place.dataset.open = 'true';
    const page = new Page(place, recording, source, before);
    if (page.model.grows) {
      page.follow();
    }
    place.scrollIntoView({block: 'nearest'});
  } catch (error) {
    place.replaceChildren(el('p', {class: 'message'},
      `This cannot be shown: ${error.message}`));
  }
}

for (const place of document.querySelectorAll('.rani-window')) {
  open(place);
}
