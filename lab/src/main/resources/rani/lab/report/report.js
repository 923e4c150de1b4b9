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
  document.querySelectorAll("figure[data-chart]").forEach(function (figure) {
    var place = figure.querySelector(".chart");
    var spec = JSON.parse(document.getElementById(figure.dataset.chart).textContent);
    vegaEmbed(place, spec, {
      mode: "vega-lite",
      renderer: "svg",
      config: config,
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
