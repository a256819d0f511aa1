import type { Operation } from "./operation.ts";

/** Changes a rental's price. */
export const changePrice: Operation = {
  kind: "change a price",
  weight: 4,
  may: () => true,
  async run({ persona, random }) {
    const rate = 50 + random.below(300);
    const done = await persona.ask(random, {
      ...{ kind: "change a price", method: "PUT", path: `/rentals/${persona.rental}`, success: 200 },
      body: { rentals: [{ base_rate: String(rate) }] },
    });
    if (done) persona.rate = rate;
  },
};

/** Changes a season's ratio. */
export const changeSeason: Operation = {
  kind: "change a season",
  weight: 4,
  may: ({ ratio }) => ratio !== undefined,
  async run({ persona, random }) {
    const ratio = 50 + random.below(200);
    const done = await persona.ask(random, {
      ...{ kind: "change a season", method: "PUT", path: `/seasons/${persona.market.season}`, success: 200 },
      body: { seasons: [{ ratio_percentage: String(ratio) }] },
    });
    if (done) persona.ratio = ratio;
  },
};
