// SPDX-License-Identifier: Apache-2.0
import {el} from './dom.js';

const SAID_MAX = 60;

/** The console of a network that is up: lines that are typed here, or that buttons say. */
export class Console {
  constructor(source) {
    this.source = source;
    this.said = el('div', {class: 'said', role: 'log', 'data-test': 'said'});
    this.input = el('input', {type: 'text', class: 'typed', placeholder:
      'a line of the console, such as: n1 ping n3', 'aria-label': 'console', autocomplete: 'off',
      spellcheck: 'false'});
    this.fold = el('button', {type: 'button', class: 'fold', hidden: true,
      onclick: () => this.show(this.said.hidden)});
    const form = el('form', {}, el('span', {'aria-hidden': 'true'}, '›'), this.input, this.fold);
    this.show(true);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.input.value.trim() !== '') {
        this.lines = [...(this.lines ?? []), this.input.value];
        this.back = 0;
        this.say(this.input.value);
        this.input.value = '';
      }
    });
    this.input.addEventListener('keydown', (event) => this.recall(event));
    this.element = el('div', {class: 'console'}, this.said, form);
  }

  recall(event) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') {
      return;
    }
    event.preventDefault();
    const lines = this.lines ?? [];
    this.back = Math.min(lines.length, Math.max(0, (this.back ?? 0)
      + (event.key === 'ArrowUp' ? 1 : -1)));
    this.input.value = this.back === 0 ? '' : lines[lines.length - this.back];
  }

  /** Shows the answers, or leaves their room to the map. */
  show(are) {
    this.said.hidden = !are;
    this.fold.textContent = are ? 'Hide answers' : 'Show answers';
    this.fold.setAttribute('aria-expanded', String(are));
  }

  async say(line) {
    this.fold.hidden = false;
    this.show(true);
    const answer = el('pre', {class: 'answer'}, '…');
    const entry = el('div', {class: 'entry', 'data-state': 'asked'},
      el('code', {class: 'line'}, `› ${line}`), answer);
    this.said.append(entry);
    while (this.said.children.length > SAID_MAX) {
      this.said.firstChild.remove();
    }
    this.said.scrollTop = this.said.scrollHeight;
    try {
      const {exit, output} = await this.source.say(line);
      answer.textContent = output.trimEnd() || 'done';
      entry.dataset.state = exit === 0 ? 'done' : 'failed';
    } catch (error) {
      answer.textContent = `not said: ${error.message}`;
      entry.dataset.state = 'failed';
    }
    this.said.scrollTop = this.said.scrollHeight;
  }
}
