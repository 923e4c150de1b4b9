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
  var widest = 980, besides = 84, narrow = 560;
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
      return config;
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
