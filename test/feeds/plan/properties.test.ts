import { env } from "node:process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { House } from "./house.ts";

/** More runs by a setting, such as FEED_RUNS=20000. */
const numRuns = Number(env.FEED_RUNS ?? 500);

const nights = fc.record({ from: fc.integer({ min: -3, max: 18 }), length: fc.integer({ min: 1, max: 8 }) });
const feed = fc.integer({ min: 0, max: 2 });
const uid = fc.integer({ min: 0, max: 4 });

/** The possible steps of the rentals. */
const step = fc.oneof(
  { weight: 9, arbitrary: fc.record({ what: fc.constant("publish" as const), feed, uid, nights }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("withdraw" as const), feed, uid }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("reissue" as const), feed }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("swap" as const), feed }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("merge" as const), feed, nights }) },
  { weight: 4, arbitrary: fc.record({ what: fc.constant("read" as const), feed }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant("book" as const), rental: fc.integer({ min: 0, max: 1 }), nights }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant("cancel" as const), index: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("move" as const), index: fc.nat(20), nights }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("adopt" as const), index: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant("pass" as const), days: fc.integer({ min: 1, max: 3 }) }) },
);

test(
  "every night that a feed or a booking closes stays closed, and none is held twice, whatever happens",
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
        const house = new House();
        for (const one of steps) {
          house.take(one);
          expect(house.problems()).toEqual([]);
        }
      }),
      { numRuns, seed: 39 },
    );
  },
  60_000 + numRuns * 50,
);
