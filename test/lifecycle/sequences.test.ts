import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { bookingCommands, linking, rentals } from "./commands.ts";
import { paymentCommands } from "./payment-commands.ts";
import { aBusiness, type Business, Place } from "./place.ts";
import { World } from "./world.ts";

/** The number of sequences; `ROOST_PROPERTY_RUNS` overrides it. */
const sequences = Number(process.env.ROOST_PROPERTY_RUNS ?? 80);
/** Maximum steps of one sequence. */
const steps = 10;
/** Concurrent sequences, in different accounts. */
const lanes = 4;

/** Initial links of a sequence: none, two rentals, a villa with two apartments, or all of them. */
const linkedFirst = fc.constantFrom<readonly (readonly number[])[]>(
  [],
  [[0, 1]],
  [
    [0, 1],
    [0, 2],
  ],
  [[0, 1, 2]],
);

const service = useService();

/** A month from today, so that no step lies in the past. */
const first = Math.floor(Date.now() / 86_400_000) + 30;

// Takes most of a minute on an idle machine, and much longer on a busy one.
test(`random commands on bookings, mirrors and money keep the service in the model's state (seed ${seed})`, async () => {
  const commands = fc.commands([...bookingCommands, ...paymentCommands], { maxCommands: steps });
  const sequencesOf = (business: Business) =>
    fc.asyncProperty(linkedFirst, commands, async (groups, following) => {
      const place = await Place.open(service, business, rentals, first);
      const model = { world: new World(rentals) };
      for (const group of groups) await linking(group).run(model, place);
      await fc.asyncModelRun(() => ({ model, real: place }), following);
    });
  const runs = Math.ceil(sequences / lanes);
  const results = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) =>
      fc.check(sequencesOf(await aBusiness(service)), { seed: seed + lane, numRuns: runs }),
    ),
  );
  for (const result of results) {
    expect(result.failed, `${fc.defaultReportMessage(result)}\n${result.errorInstance}`).toBe(false);
  }
}, 600_000);
