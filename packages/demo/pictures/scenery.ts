import type { Random } from "../plan/random.ts";

/** A rental's surroundings and the colors to draw them in. */
export interface Scenery {
  readonly land: "lavender" | "sea" | "lake" | "alps" | "meadow" | "village";
  readonly sky: readonly [top: string, bottom: string];
  readonly far: string;
  readonly middle: string;
  readonly near: string;
  readonly wall: string;
  readonly roof: string;
  readonly accent: string;
}

const provence: Scenery = {
  ...{ land: "lavender", sky: ["#8fc0d1", "#fbe6c4"], far: "#9aa9ad", middle: "#97a873", near: "#b7ab70" },
  ...{ wall: "#e3cfa4", roof: "#bf6b45", accent: "#6f94a3" },
};
const alps: Scenery = {
  ...{ land: "alps", sky: ["#7db4c9", "#f4ecdc"], far: "#8a9ea8", middle: "#3f6b58", near: "#86a468" },
  ...{ wall: "#a5713f", roof: "#5a4334", accent: "#a8432f" },
};
const coast: Scenery = {
  ...{ land: "sea", sky: ["#8cc3d3", "#faf1df"], far: "#a9a58c", middle: "#34808f", near: "#d3bf8e" },
  ...{ wall: "#f2ead8", roof: "#56636e", accent: "#24606a" },
};
const hills: Scenery = {
  ...{ land: "meadow", sky: ["#a3c6cc", "#f7efdd"], far: "#a9c4ae", middle: "#7d9f68", near: "#57835a" },
  ...{ wall: "#d3bd8d", roof: "#6b6258", accent: "#41604b" },
};

/** The scenery by town. */
const sceneries: Readonly<Record<string, Scenery>> = {
  Lourmarin: provence,
  Gordes: { ...provence, wall: "#d9c7a7", far: "#a5a3ad", accent: "#857a9a" },
  Cassis: { ...coast, far: "#d8c7a2", wall: "#f0d9b0", roof: "#c47a4f", accent: "#3f8f9c" },
  Annecy: { ...alps, land: "lake", wall: "#e8c79a", roof: "#8a5a44", accent: "#3d7f7a" },
  "Chamonix-Mont-Blanc": alps,
  Grindelwald: { ...alps, sky: ["#8db6c4", "#f7ddbd"], wall: "#8f5f36", roof: "#4c3a2f" },
  Ascona: { ...coast, land: "lake", far: "#6f8f86", wall: "#f3d9b8", roof: "#b5654a", accent: "#4d7a4f" },
  "St Ives": coast,
  "Bourton-on-the-Water": hills,
  Ambleside: { ...hills, land: "meadow", far: "#7b8d96", wall: "#9aa09c", roof: "#4d565b", accent: "#8c3f3a" },
  Portree: {
    ...coast,
    sky: ["#7c9fb8", "#e7e4da"],
    far: "#5f7a6a",
    wall: "#ffffff",
    roof: "#3f4a52",
    accent: "#b5463c",
  },
  Frigiliana: { ...provence, land: "village", far: "#a9a38c", wall: "#fbf8ef", roof: "#c27a52", accent: "#2c6f86" },
};

/** @throws Error for a town without a demo rental */
export function sceneryOf(town: string): Scenery {
  const found = sceneries[town];
  if (!found) throw new Error(`No scenery for ${town}.`);
  return found;
}

/** The light by time of day: the sky's top and bottom colors. */
const lights: readonly (Scenery["sky"] | undefined)[] = [
  undefined,
  undefined,
  ["#a9cbd0", "#f9e3c6"],
  ["#e3c6a4", "#fbefdc"],
  ["#b4c8c6", "#f8d9b0"],
];

/** A rental's scenery in the light of its pictures. */
export function inLight(random: Random, scenery: Scenery): Scenery {
  return { ...scenery, sky: random.pick(lights) ?? scenery.sky };
}
