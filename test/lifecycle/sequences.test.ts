import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { bookingCommands, rentals } from "./commands.ts";
import { paymentCommands } from "./payment-commands.ts";
import { Place } from "./place.ts";
import { World } from "./world.ts";

/** How many sequences are tried; `ROOST_PROPERTY_RUNS` says otherwise. */
const sequences = Number(process.env.ROOST_PROPERTY_RUNS ?? 500);
/** The most steps of one sequence. */
const steps = 10;
/** Sequences under way at the same time: each has an account of its own. */
const lanes = 4;

const service = useService();

/** A month from today: no step of a sequence lies in the past, whatever the hour. */
const first = Math.floor(Date.now() / 86_400_000) + 30;

test(`whatever happens to bookings, mirrors and money, the service shows what a model says (seed ${seed})`, async () => {
  const sequence = fc.asyncProperty(
    fc.commands([...bookingCommands, ...paymentCommands], { maxCommands: steps }),
    async (commands) => {
      const place = await Place.open(service, rentals, first);
      await fc.asyncModelRun(() => ({ model: { world: new World(rentals) }, real: place }), commands);
    },
  );
  const runs = Math.ceil(sequences / lanes);
  const results = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => fc.check(sequence, { seed: seed + lane, numRuns: runs })),
  );
  for (const result of results) {
    expect(result.failed, `${fc.defaultReportMessage(result)}\n${result.errorInstance}`).toBe(false);
  }
});
