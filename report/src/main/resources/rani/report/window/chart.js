// SPDX-License-Identifier: Apache-2.0
import {el, quantity} from './dom.js';

const HEIGHT = 168;

function css(name) {
  return getComputedStyle(document.querySelector('.rani-window')).getPropertyValue(name).trim();
}

/**
 * A chart over the time of the run, with a line where the page is now.
 *
 * Each series is {label, colour, values, fill, dash, stepped, width}, beside the same times.
 */
export class Chart {
  constructor(title, unit, onSeek, seconds) {
    this.seconds = seconds;
    this.title = title;
    this.unit = unit;
    this.onSeek = onSeek;
    this.now = 0;
    this.element = el('figure', {class: 'chart', title: 'Click to go there; drag to look closer, '
      + 'double-click to see all'}, el('figcaption', {}, title));
    this.place = el('div', {class: 'plot'});
    this.element.append(this.place);
  }

  /** Draws up to a top, or if it is undefined up to the greatest value. */
  draw(times, series, end, top) {
    this.top = top;
    const width = Math.max(200, this.element.clientWidth || 360);
    const shape = series.map((one) => one.label + one.colour).join('|') + width + this.theme();
    this.end = end;
    const data = [times, ...series.map((one) => one.values)];
    if (this.plot && this.shape === shape) {
      this.plot.setData(data);
      return;
    }
    this.plot?.destroy();
    this.shape = shape;
    this.plot = new uPlot(this.options(series, width), data, this.place);
  }

  theme() {
    return css('--ink');
  }

  options(series, width) {
    const axis = {
      stroke: css('--muted'), font: '11px system-ui, sans-serif', size: 38, gap: 3,
      grid: {stroke: css('--grid'), width: 1}, ticks: {show: false},
    };
    return {
      width,
      height: HEIGHT,
      padding: [8, 6, 0, 0],
      legend: {live: false},
      cursor: {drag: {x: true, y: false, setScale: false, dist: 6}, points: {show: false}},
      scales: {
        x: {time: false, range: () => this.zoom ?? this.whole()},
        y: {range: (plot, min, max) => [0, Math.max(1, (this.top ?? max ?? 1) * 1.06)]},
      },
      axes: [
        {...axis, size: 24, values: (plot, splits) => splits.map((value) => `${value} s`)},
        {...axis, label: this.unit, labelSize: 16, labelFont: '11px system-ui, sans-serif',
          labelGap: 0, values: (plot, splits) => splits.map((value) => quantity(value, '').trim())},
      ],
      series: [{}, ...series.map((one) => ({
        label: one.label,
        stroke: one.colour,
        width: one.width ?? 1.5,
        fill: one.fill,
        dash: one.dash,
        points: {show: false},
        spanGaps: true,
        paths: one.stepped === false ? undefined : uPlot.paths.stepped({align: 1}),
      }))],
      hooks: {
        draw: [(plot) => this.drawNow(plot)],
        ready: [(plot) => {
          plot.over.addEventListener('click', (event) => {
            if (plot.select.width === 0) {
              this.onSeek(plot.posToVal(event.offsetX, 'x'));
            }
          });
          plot.over.addEventListener('dblclick', () => this.look(plot, undefined));
        }],
        setSelect: [(plot) => {
          if (plot.select.width > 6) {
            const from = plot.posToVal(plot.select.left, 'x');
            this.look(plot, [from, plot.posToVal(plot.select.left + plot.select.width, 'x')]);
          }
        }],
      },
    };
  }

  /** All of the run, or the last minute of one that goes on. */
  whole() {
    const from = this.seconds ? Math.max(0, this.end - this.seconds) : 0;
    return [from, Math.max(this.end, from + 1e-3)];
  }

  /** Shows a part of the time, or all of it. */
  look(plot, part) {
    this.zoom = part;
    plot.setSelect({left: 0, width: 0, top: 0, height: 0}, false);
    plot.setData(plot.data);
  }

  drawNow(plot) {
    const x = plot.valToPos(this.now, 'x', true);
    const {ctx, bbox} = plot;
    if (x < bbox.left || x > bbox.left + bbox.width) {
      return;
    }
    ctx.save();
    ctx.strokeStyle = css('--ink');
    ctx.lineWidth = devicePixelRatio;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  at(time) {
    this.now = time;
    this.plot?.redraw(false, false);
  }

  close() {
    this.plot?.destroy();
    this.plot = undefined;
  }
}
