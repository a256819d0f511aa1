import { expect, test } from "vitest";
import { plot } from "../../bench/growth-plot.ts";

const chart = {
  title: "Milliseconds",
  positions: ["small", "large"],
  lines: [
    { name: "first", values: [1, 1.01] },
    { name: "second", values: [1, 1.02] },
    { name: "third", values: [5, 900] },
  ],
};

/** The position of each line's name, from the top. */
function labelsIn(svg: string): Record<string, number> {
  const labels = svg.matchAll(/<text class="t\d" x="[\d.]+" y="([\d.]+)" dy="4">([^<]+)<\/text>/g);
  return Object.fromEntries([...labels].map(([, y, name]) => [name, Number(y)]));
}

test.each(["logarithmic", "linear"] as const)(
  "a %s chart names each line beside its end, and no name covers another",
  (scale) => {
    const labels = labelsIn(plot([{ ...chart, scale }]));
    expect(Object.keys(labels).sort()).toEqual(["first", "second", "third"]);
    const heights = Object.values(labels).sort((a, b) => a - b);
    expect(Math.min(...heights.slice(1).map((y, index) => y - (heights[index] ?? 0)))).toBeGreaterThanOrEqual(15);
    expect(labels.third).toBeLessThan(Math.min(labels.first ?? 0, labels.second ?? 0));
  },
);

test("the same figures are the same picture", () => {
  const charts = [{ ...chart, scale: "linear" as const }];
  expect(plot(charts)).toBe(plot(charts));
});
