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
    var width = Math.max(220, Math.min(widest, pixels - besides));
    if (!spec.vconcat && spec.width === widest) {
      spec.width = Math.max(240, Math.min(widest + besides, pixels - 2));
      spec.autosize = {type: "fit-x", contains: "padding"};
    }
    (spec.vconcat || []).forEach(function (view) {
      view.width = width;
    });
    if (spec.title) {
      spec.title.text = wrapped(spec.title.text, pixels - 40, 8);
      spec.title.subtitle = wrapped(spec.title.subtitle || [], pixels, 6.3);
    }
    if (width >= narrow) {
      var stacked = [spec].concat(spec.vconcat || []).filter(function (view) {
        return fold(spec, view, width);
      });
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
    return small;
  }
  document.querySelectorAll("figure[data-chart]").forEach(function (figure) {
    var place = figure.querySelector(".chart");
    var spec = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
    var fitted = fit(spec, place.clientWidth);
    vegaEmbed(place, spec, {
      mode: "vega-lite",
      renderer: "svg",
      config: fitted,
      actions: {export: {svg: true, png: true}, source: false, compiled: false, editor: false},
      downloadFileName: figure.dataset.file,
      scaleFactor: 2
    }).then(function () {
      figure.dataset.drawn = "true";
    }).catch(function (problem) {
      place.textContent = "This chart could not be drawn: " + problem.message;
      console.error(problem);
    });
  });
})();
