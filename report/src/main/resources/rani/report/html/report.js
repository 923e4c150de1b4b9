// SPDX-License-Identifier: Apache-2.0
// Draws each figure from the specification that stands in the page. Colours of text, axes and ground
// come from the page's style sheet, so the same drawing serves light, dark and paper; what is saved
// with the menu keeps the light colours of the specification.
(function () {
  "use strict";
  var font = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
  var config = {
    font: font,
    view: {stroke: null},
    title: {anchor: "start", font: font, fontSize: 14, fontWeight: 600, subtitleFont: font,
            subtitleFontSize: 11.5, subtitlePadding: 4, offset: 10, color: "#1d1f23",
            subtitleColor: "#5a6069"},
    axis: {labelFontSize: 12, titleFontSize: 12, titleFontWeight: 400, titlePadding: 10,
           labelColor: "#5a6069", titleColor: "#5a6069", gridColor: "#e4e2dc", domainColor: "#8d9299",
           tickColor: "#8d9299"},
    axisY: {labelLimit: 320},
    legend: {labelFontSize: 12, labelColor: "#1d1f23", symbolSize: 160, labelLimit: 400}
  };
  var widest = 980, besides = 84, narrow = 560, letter = 6.8, symbol = 36;
  function wrapped(lines, pixels, pixelsPerLetter) {
    var most = Math.max(24, Math.floor(pixels / pixelsPerLetter)), out = [];
    [].concat(lines).forEach(function (line) {
      while (line.length > most) {
        var at = line.lastIndexOf(" ", most);
        at = at < most / 3 ? most : at;
        out.push(line.slice(0, at));
        line = line.slice(at).trimStart();
      }
      out.push(line);
    });
    return out;
  }
  function texts(spec, view, colour) {
    var domain = colour.scale && colour.scale.domain;
    if (domain || !colour.field) {
      return domain || [];
    }
    var seen = {};
    [view].concat(view.layer || []).forEach(function (layer) {
      (layer.data && spec.datasets[layer.data.name] || []).forEach(function (row) {
        seen[row[colour.field]] = true;
      });
    });
    return Object.keys(seen);
  }
  // A legend that is wider than its drawing would be cut: it gets as many columns as there is room
  // for, and legends that are so together stand one below the other.
  function fold(spec, view, pixels) {
    var together = 0, legends = [];
    [view].concat(view.layer || []).forEach(function (layer) {
      ["color", "shape"].forEach(function (channel) {
        var colour = layer.encoding && layer.encoding[channel];
        var labels = colour && colour.legend ? texts(spec, view, colour) : [];
        if (labels.length) {
          var title = (colour.title || "").length * letter;
          var letters = Math.max.apply(null, labels.map(function (label) {
            return String(label).length;
          }));
          legends.push({legend: colour.legend, title: title, each: letters * letter + symbol,
                        count: labels.length});
          together += title + labels.length * (letters * letter + symbol);
        }
      });
    });
    if (together <= pixels) {
      return false;
    }
    legends.forEach(function (one) {
      one.legend.columns = Math.max(1, Math.min(one.count, Math.floor((pixels - one.title) / one.each)));
    });
    return legends.length > 1;
  }
  // A drawing is as wide as its place, so that its letters keep their size on a phone, too.
  function fit(spec, pixels) {
    var beside = pixels < narrow ? besides : (spec.usermeta || {}).besides || besides;
    var width = Math.max(220, Math.min(widest, pixels - beside));
    if (!spec.vconcat && spec.width === widest) {
      spec.width = Math.max(240, Math.min(widest + besides, pixels - 2));
      spec.autosize = {type: "fit-x", contains: "padding"};
    }
    (spec.vconcat || []).forEach(function (view) {
      view.width = width;
    });
    (spec.params || []).forEach(function (param) {
      param.value = param.name === "narrow" ? width < narrow : param.value;
    });
    if (spec.concat) {
      spec.columns = pixels < narrow ? 1 : spec.columns;
      spec.concat.forEach(function (view) {
        view.width = Math.max(120, Math.min(widest, pixels) / spec.columns - besides);
      });
    }
    if (spec.title) {
      spec.title.text = wrapped(spec.title.text, pixels - 40, 8);
      spec.title.subtitle = wrapped(spec.title.subtitle || [], pixels, 6.3);
    }
    var stacked = [spec].concat(spec.vconcat || []).filter(function (view) {
      return fold(spec, view, width);
    });
    if (width >= narrow) {
      if (!stacked.length) {
        return config;
      }
      var tall = JSON.parse(JSON.stringify(config));
      tall.legend.layout = {top: {direction: "vertical", anchor: "start"}};
      return tall;
    }
    var small = JSON.parse(JSON.stringify(config));
    small.legend.columns = 2;
    small.legend.labelLimit = 140;
    small.legend.layout = {top: {direction: "vertical", anchor: "start"}, bottom: {direction: "vertical"}};
    small.axisX = {tickCount: 5, labelLimit: 70};
    small.axisY = {labelLimit: 150};
    return small;
  }
  // Libraries and long data are deflated, in base 64.
  function text(element) {
    if (element.type === "application/json") {
      return Promise.resolve(element.textContent);
    }
    var letters = atob(element.textContent), bytes = new Uint8Array(letters.length);
    for (var i = 0; i < letters.length; i++) {
      bytes[i] = letters.charCodeAt(i);
    }
    var inflating = new DecompressionStream("deflate-raw"), writer = inflating.writable.getWriter();
    var inflated = new Response(inflating.readable).text();
    return Promise.all([inflated, writer.write(bytes), writer.close()]).then(function (done) {
      return done[0];
    });
  }
  // Runs the libraries of a use, in order, once. They are elements, so that the page's policy
  // compares their digests.
  var libraries = {};
  function load(use) {
    libraries[use] = libraries[use] || Promise.all(
      Array.from(document.querySelectorAll("script[data-use=" + use + "]"), text)
    ).then(function (texts) {
      texts.forEach(function (each) {
        var script = document.createElement("script");
        script.textContent = each;
        document.head.append(script);
      });
    });
    return libraries[use];
  }
  function draw(figure) {
    var place = figure.querySelector(".chart");
    if (figure.dataset.drawn || figure.closest("details:not([open])")) {
      return Promise.resolve();
    }
    figure.dataset.drawn = "begun";
    var parts = [text(document.getElementById(figure.dataset.chart)), load("charts")];
    return Promise.all(parts).then(function (loaded) {
      var spec = JSON.parse(loaded[0]), fitted = fit(spec, place.clientWidth);
      return vegaEmbed(place, spec, {
        mode: "vega-lite",
        renderer: "svg",
        config: fitted,
        actions: {export: {svg: true, png: true}, source: false, compiled: false, editor: false},
        downloadFileName: figure.dataset.file,
        scaleFactor: 2
      });
    }).then(function () {
      figure.dataset.drawn = "true";
    }).catch(function (problem) {
      figure.dataset.drawn = "failed";
      place.textContent = "This chart could not be drawn: " + problem.message;
      console.error(problem);
    });
  }
  // Charts near the view are drawn first, the others one by one while the page rests, so that they
  // can be printed; those in a fold once it is opened.
  var figures = Array.from(document.querySelectorAll("figure[data-chart]"));
  var near = new IntersectionObserver(function (entries) {
    entries.forEach(function (entry) {
      if (entry.isIntersecting) {
        near.unobserve(entry.target);
        draw(entry.target);
      }
    });
  }, {rootMargin: "600px 0px"});
  figures.forEach(function (figure) {
    near.observe(figure);
  });
  function rest(at) {
    if (at < figures.length) {
      setTimeout(function () {
        draw(figures[at]).then(function () {
          rest(at + 1);
        });
      }, 50);
    }
  }
  window.addEventListener("load", function () {
    rest(0);
  });
  // The run's player takes the place of its button.
  document.querySelectorAll(".rani-window > button").forEach(function (button) {
    button.addEventListener("click", function () {
      var recording = document.getElementById(button.parentNode.dataset.recording);
      button.disabled = true;
      text(recording).then(function (json) {
        recording.type = "application/json";
        recording.textContent = json;
        return load("window");
      }).catch(function (problem) {
        button.parentNode.textContent = "The run cannot be shown: " + problem.message;
        console.error(problem);
      });
    });
  });
  // Long tables: a search field, and columns to sort by.
  var powers = {k: 1e3, M: 1e6, G: 1e9, m: 1e-3, "\u00b5": 1e-6, n: 1e-9};
  function value(cell) {
    var text = cell ? cell.textContent.trim() : "";
    var number = /^([\u2212-]?[\d,]*\.?\d+)[\s\u202f]*([kMGm\u00b5n](?=B|bit|s\b))?/.exec(text);
    return number
      ? parseFloat(number[1].replace(/,/g, "").replace("\u2212", "-")) * (powers[number[2]] || 1)
      : text.toLowerCase();
  }
  function before(a, b) {
    return typeof a === typeof b ? (a < b ? -1 : a > b ? 1 : 0) : typeof a === "number" ? -1 : 1;
  }
  document.querySelectorAll(".wide[data-rows]").forEach(function (wide) {
    var body = wide.querySelector("tbody"), rows = Array.from(body.rows);
    var field = document.createElement("input"), count = document.createElement("output");
    var label = document.createElement("label");
    field.type = "search";
    label.append("Rows with ", field);
    var line = document.createElement("p");
    line.className = "find";
    line.append(label, count);
    wide.before(line);
    field.addEventListener("input", function () {
      var words = field.value.toLowerCase().split(/\s+/), shown = 0;
      rows.forEach(function (row) {
        var text = row.textContent.toLowerCase();
        row.hidden = !words.every(function (word) {
          return text.includes(word);
        });
        shown += row.hidden ? 0 : 1;
      });
      count.textContent = shown + " of " + rows.length + " rows";
    });
    wide.querySelectorAll("thead th").forEach(function (head, column) {
      if (!head.textContent) {
        return;
      }
      var button = document.createElement("button");
      button.type = "button";
      button.append.apply(button, Array.from(head.childNodes));
      head.append(button);
      button.addEventListener("click", function () {
        var up = head.getAttribute("aria-sort") !== "ascending";
        wide.querySelectorAll("thead th").forEach(function (other) {
          other.removeAttribute("aria-sort");
        });
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        rows.sort(function (one, other) {
          var order = before(value(one.cells[column]), value(other.cells[column]));
          return up ? order : -order;
        });
        body.append.apply(body, rows);
      });
    });
  });
})();
