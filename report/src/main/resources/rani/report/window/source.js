// SPDX-License-Identifier: Apache-2.0

const RETRY_MILLIS = 2000;

/** The process that serves the page of a network that is up. */
export class LiveSource {
  async open() {
    const response = await fetch('recording', {cache: 'no-store'});
    if (!response.ok) {
      throw new Error(`the server answers ${response.status}`);
    }
    return response.json();
  }

  /** Follows the run; a connection that breaks is made again. */
  follow(listener) {
    this.stream = new EventSource('stream');
    this.stream.onopen = () => listener.connected(true);
    this.stream.onmessage = (event) => listener.news(JSON.parse(event.data));
    this.stream.addEventListener('reload', () => listener.reload());
    this.stream.addEventListener('whole', (event) => listener.whole(JSON.parse(event.data)));
    this.stream.addEventListener('over', (event) => {
      this.isOver = true; // a recording may still come
      listener.over(JSON.parse(event.data).why);
    });
    this.stream.onerror = () => {
      if (this.isOver) {
        this.stream.close();
        return;
      }
      listener.connected(false);
      if (this.stream.readyState === EventSource.CLOSED) {
        setTimeout(() => this.follow(listener), RETRY_MILLIS);
      }
    };
  }

  stop() {
    this.stream.close();
  }

  /** Has a line of the console carried out. */
  async say(line) {
    const response = await fetch('say', {method: 'POST', body: JSON.stringify({line}),
      headers: {'Content-Type': 'application/json'}});
    if (!response.ok) {
      throw new Error(`the server answers ${response.status}`);
    }
    return response.json();
  }

  /** Keeps where nodes were dragged to. */
  keep(positions) {
    fetch('positions', {method: 'POST', body: JSON.stringify(positions),
      headers: {'Content-Type': 'application/json'}}).catch(() => {});
  }
}
