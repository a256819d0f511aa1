import { recordOf } from "../../harness/client.ts";
import type { Operation } from "./operation.ts";

/** Links two rentals. Never the last one, to which SQL writers write. */
export const link: Operation = {
  kind: "link rentals",
  weight: 1,
  may: ({ groups }) => groups.length === 0,
  async run({ persona, random }) {
    const rentals = persona.market.rentals.slice(0, -1);
    const first = random.below(rentals.length);
    const rental_ids = [rentals[first], rentals[(first + 1 + random.below(rentals.length - 1)) % rentals.length]];
    const answer = await persona.ask(random, {
      ...{
        kind: "link rentals",
        method: "POST",
        path: "/rental_link_groups",
        success: 201,
        refusals: /nights|booking/,
      },
      body: { rental_link_groups: [{ rental_ids }] },
    });
    if (answer) persona.groups.push(Number(recordOf(answer, "rental_link_groups").id));
  },
};

/** Unlinks them. */
export const unlink: Operation = {
  kind: "part rentals",
  weight: 2,
  may: ({ groups }) => groups.length > 0,
  async run({ persona, random }) {
    const group = persona.groups.at(-1);
    const done = await persona.ask(random, {
      ...{ kind: "part rentals", method: "DELETE", path: `/rental_link_groups/${group}`, success: 204 },
    });
    if (done) persona.groups.pop();
  },
};
