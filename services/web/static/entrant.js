"use strict";
// The curve of an entrant's places in each stage; without this script its table says the same.

for (const data of document.querySelectorAll("script[data-curve]")) {
  const place = document.getElementById(data.dataset.curve);
  const curve = JSON.parse(data.textContent);
  place.hidden = false;
  drawCurves(place, [{ label: place.dataset.label, points: curve.points }], { along: place.dataset.along, height: 220 });
}
