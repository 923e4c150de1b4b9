// SPDX-License-Identifier: Apache-2.0

/** An element. Whatever comes from a run is text here, never markup. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value === true) {
      element.setAttribute(name, '');
    } else if (value !== false && value !== undefined) {
      element.setAttribute(name, value);
    }
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return element;
}

/** A small square of a flow's colour. */
export function swatch(colour) {
  const square = el('span', {class: 'swatch', 'aria-hidden': 'true'});
  square.style.background = colour;
  return square;
}

const PREFIXES = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, '']];

/** A number with a unit, to three digits: 1.25 Mbit/s. */
export function quantity(value, unit) {
  const [scale, prefix] = PREFIXES.find(([least]) => Math.abs(value) >= least) ?? [1, ''];
  const scaled = value / scale;
  const digits = Math.abs(scaled) >= 100 ? 0 : Math.abs(scaled) >= 10 ? 1 : 2;
  const text = scaled === 0 ? '0' : scaled.toFixed(digits).replace(/\.?0+$/, '');
  return `${digits === 0 ? scaled.toFixed(0) : text} ${prefix}${unit}`;
}

/** A duration of so many nanoseconds, as people write it: 99.2 ms. */
export function duration(nanos) {
  if (nanos === 0) {
    return '0 ms';
  }
  const [scale, unit] = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']]
    .find(([least]) => nanos >= least) ?? [1, 'ns'];
  return `${+(nanos / scale).toFixed(3)} ${unit}`;
}

/** A share: 1.5 %. */
export function percent(share) {
  return `${+(share * 100).toFixed(3)} %`;
}

/** A time of the run, with as many digits as its steps deserve: 5.602 s, or 1:05.602. */
export function clock(seconds, digits = 3) {
  const minutes = Math.floor(+seconds.toFixed(digits) / 60);
  const rest = (seconds - 60 * minutes).toFixed(digits);
  return minutes > 0 ? `${minutes}:${rest.padStart(digits === 0 ? 2 : digits + 3, '0')}`
    : `${rest} s`;
}

/** How long it still takes: 4.2 s, 94 s. */
export function remaining(seconds) {
  return `${Math.max(0, seconds).toFixed(seconds < 10 ? 1 : 0)} s`;
}
