/** What lies around a rental, and the colors that it is drawn in. */
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
  ...{ land: "lavender", sky: ["#6fb1de", "#fbe6c4"], far: "#8d9db5", middle: "#9aa870", near: "#b3a86a" },
  ...{ wall: "#e3cfa4", roof: "#bf6b45", accent: "#7d9cb8" },
};
const alps: Scenery = {
  ...{ land: "alps", sky: ["#4f94cf", "#dcecf5"], far: "#7f93ad", middle: "#4f7a5c", near: "#7fa35f" },
  ...{ wall: "#a5713f", roof: "#5a4334", accent: "#b33a32" },
};
const coast: Scenery = {
  ...{ land: "sea", sky: ["#68b3e2", "#eaf4f4"], far: "#a9a58c", middle: "#2f86ab", near: "#c9b583" },
  ...{ wall: "#f2ead8", roof: "#56636e", accent: "#2e6f8e" },
};
const hills: Scenery = {
  ...{ land: "meadow", sky: ["#8fbcd9", "#f1efe2"], far: "#8ba38d", middle: "#7aa35a", near: "#5f8f48" },
  ...{ wall: "#d3bd8d", roof: "#6b6258", accent: "#41604b" },
};

/** By the towns of the demo. */
const sceneries: Readonly<Record<string, Scenery>> = {
  Lourmarin: provence,
  Gordes: { ...provence, wall: "#d9c7a7", far: "#a3a0b4", accent: "#8a7aa8" },
  Cassis: { ...coast, far: "#d8c7a2", wall: "#f0d9b0", roof: "#c47a4f", accent: "#3f8f9c" },
  Annecy: { ...alps, land: "lake", wall: "#e8c79a", roof: "#8a5a44", accent: "#3d7f7a" },
  "Chamonix-Mont-Blanc": alps,
  Grindelwald: { ...alps, sky: ["#5aa0d6", "#f6e7d2"], wall: "#8f5f36", roof: "#4c3a2f" },
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
  Frigiliana: { ...provence, land: "village", far: "#a9a38c", wall: "#fbf8ef", roof: "#c27a52", accent: "#2d78b5" },
};

/** @throws Error for a town that the demo has no rental in */
export function sceneryOf(town: string): Scenery {
  const found = sceneries[town];
  if (!found) throw new Error(`Nobody has drawn ${town}.`);
  return found;
}
