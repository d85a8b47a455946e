// SPDX-FileCopyrightText: Vambrace contributors
// SPDX-License-Identifier: Apache-2.0
//
// Drawing, one picture after the other, the nearest to what is on the screen first.

const charts = JSON.parse(document.getElementById("charts").textContent);
let generation = 0;
const views = new Map();

// The observer below tells a picture its width. Points get names where there is room for them.
function patched(spec) {
  delete spec.signals.find((s) => s.name === "width").on;
  if (!spec.marks.some((m) => m.name === "points_marks")) return spec;
  const avoidMarks = spec.marks.filter((m) => m.type === "line").map((m) => m.name);
  const anchor = ["right", "left", "bottom", "top"]; // so near that none is taken for another's
  spec.marks.push({
    type: "text", name: "names", from: { data: "points_marks" }, interactive: false,
    encode: { enter: { text: { signal: "datum.datum.label" }, fontSize: { value: 11 }, font: { value: "system-ui, sans-serif" } } },
    transform: [{ type: "label", size: { signal: "[width, height]" }, anchor, avoidMarks, offset: [6] }],
  });
  return spec;
}

// Whether a picture of this width has another form.
function isNarrow(figure, width) {
  const { narrow } = charts[figure.closest(".chart").id];
  return Boolean(narrow) && width < narrow.below;
}

async function draw(figure) {
  const { spec: wide, narrow, panels } = charts[figure.closest(".chart").id];
  const panel = panels[figure.dataset.panel];
  figure.dataset.narrow = isNarrow(figure, figure.querySelector(".plot").clientWidth);
  const { spec, height } = figure.dataset.narrow === "true" ? narrow : { spec: wide, height: panel.height };
  const params = spec.params.map((p) => (p.name in panel.parameters ? { ...p, value: panel.parameters[p.name] } : p));
  const whole = { ...spec, params, height, datasets: { rows: panel.rows } };
  const plot = figure.querySelector(".plot");
  views.set(figure, null);
  const { view } = await vegaEmbed(plot, whole, {
    mode: "vega-lite", actions: false, renderer: "svg", ast: true, patch: patched, logLevel: 1,
    tooltip: { disableDefaultStyle: true },
  });
  plot.querySelector("svg").setAttribute("aria-hidden", "true"); // the place of the picture says what it shows
  views.set(figure, view);
  sizes.observe(plot);
}

// A picture that was hidden while the window changed has another width than its place.
const sizes = new ResizeObserver((entries) => {
  for (const { target, contentRect } of entries) {
    const figure = target.closest("figure");
    const view = views.get(figure);
    const width = Math.floor(contentRect.width);
    if (view && width > 0 && `${isNarrow(figure, width)}` !== figure.dataset.narrow) {
      sizes.unobserve(target);
      view.finalize();
      views.delete(figure);
      drawAll();
      continue;
    }
    if (view && width > 0 && Math.abs(view.signal("width") - width) > 1 && target.dataset.width !== `${width}`) {
      target.dataset.width = width;
      view.signal("width", width).runAsync();
    }
  }
});

// The reader can scroll and choose between two pictures.
const pause = () => new Promise((resolve) => setTimeout(resolve));

function away(figure) {
  const { top, bottom } = figure.getBoundingClientRect();
  return Math.max(top - innerHeight, -bottom, 0);
}

async function drawAll() {
  const mine = ++generation;
  document.documentElement.dataset.drawn = "false";
  for (;;) {
    await pause();
    if (mine !== generation) return;
    const left = all("figure").filter((f) => !f.hidden && !views.has(f));
    if (!left.length) break;
    const places = left.map(away);
    await draw(left[places.indexOf(Math.min(...places))]);
  }
  document.documentElement.dataset.drawn = "true";
}
