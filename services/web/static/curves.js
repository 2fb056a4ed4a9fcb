"use strict";
// Curves of places, as steps with the first place on top; the same stands in tables beside them.

// Draws into an element: curves with a label and points [along, place], `along` what the points go along, `ends`
// from where to where at least, and what else is drawn once they are.
const drawCurves = (place, curves, { along, ends = [], draw = () => {}, height = 320 }) => {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const colours = ["--accent", "--danger", "--past", "--good", "--warning", "--ink"].map(colour);
  const dashes = [[], [8, 4], [2, 3]];
  const stops = [...new Set([...ends, ...curves.flatMap((curve) => curve.points.map((point) => point[0]))])].sort((a, b) => a - b);
  const column = (curve) => {
    let next = 0;
    let now = null;
    return stops.map((at) => {
      while (next < curve.points.length && curve.points[next][0] <= at) now = curve.points[next++][1];
      return now;
    });
  };
  const whole = (self, splits) => splits.map((value) => (Number.isInteger(value) ? value : ""));
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line") }, ticks: { stroke: colour("--line") }, values: whole };
  const chart = new uPlot(
    {
      width: place.clientWidth,
      height,
      scales: { x: { time: false }, y: { dir: -1, range: (self, low, high) => [1, Math.max(2, high ?? 2)] } },
      axes: [axis, axis],
      series: [
        { label: along },
        ...curves.map((curve, index) => ({
          label: curve.label,
          stroke: colours[index % colours.length],
          dash: dashes[Math.floor(index / colours.length) % dashes.length],
          width: 2,
          paths: uPlot.paths.stepped({ align: 1 }),
          points: { show: false },
        })),
      ],
      hooks: { draw: [(self) => draw(self, colour)] },
    },
    [stops, ...curves.map(column)],
    place,
  );
  new ResizeObserver(() => chart.setSize({ width: place.clientWidth, height })).observe(place);
  return chart;
};
