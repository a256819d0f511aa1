import fc from "fast-check";
import { expect, test } from "vitest";
import { seed } from "../harness/seed.ts";
import { useService } from "../harness/service.ts";
import { booking, bookingCommands, type Command, linking, rentals } from "./commands.ts";
import { authorizing, captures, capturing, depositCommands } from "./deposit-commands.ts";
import { invoiceCommands, invoicingTwice } from "./invoice-commands.ts";
import { ordering, paymentCommands, refunding } from "./payment-commands.ts";
import { aBusiness, type Business, Place } from "./place.ts";
import { reprice } from "./reprice-command.ts";
import { type AskedReport, reporting, reports, settlementCommands, settling } from "./settlement-commands.ts";
import { World } from "./world.ts";

/** The number of sequences; `ROOST_PROPERTY_RUNS` overrides it. */
const sequences = Number(process.env.ROOST_PROPERTY_RUNS ?? 24);
/** Maximum steps of one sequence. */
const steps = 14;
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

/** A dispute that was lost according to an earlier report. */
const wonAfterAll = fc.constant<AskedReport[]>([
  { draw: 0, kind: "dispute_lost", at: 1 },
  { draw: 0, kind: "dispute_won", at: 2 },
]);

/** Most sequences begin with a stay and what follows its payment, its deposit and its invoices: commands on them then need no luck. */
const opening = fc
  .record({
    isBooked: fc.boolean(),
    isPaid: fc.boolean(),
    isHeld: fc.boolean(),
    amount: fc.integer({ min: 1, max: 50_000 }),
    // The second is more than the price.
    gift: fc.option(fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(50_000)), { nil: undefined }),
    disputes: fc.oneof(fc.array(reports, { maxLength: 3 }), wonAfterAll),
    invoiced: fc.option(fc.integer({ min: 1, max: 5000 }), { nil: undefined, freq: 2 }),
    captured: fc.option(captures, { nil: undefined }),
    settled: fc.option(fc.record({ amount: fc.integer({ min: 1, max: 50_000 }), percent: fc.constantFrom(33, 100) }), {
      nil: undefined,
      freq: 2,
    }),
  })
  .map(({ isBooked, isPaid, isHeld, amount, gift, disputes, invoiced, captured, settled }): readonly Command[] => [
    ...(isBooked ? [booking({ rental: 0, nights: { arrival: 3, departure: 6 }, state: "booked" })] : []),
    ...(isPaid ? [ordering({ draw: 0, amount: Math.max(amount, gift ?? 0), declined: false, later: false })] : []),
    ...(isPaid ? disputes.map(reporting) : []),
    ...(isPaid && gift ? [refunding({ draw: 0, amount: gift, isGift: true })] : []),
    ...(isBooked && invoiced ? invoicingTwice(invoiced) : []),
    ...(isHeld ? [authorizing({ draw: 0, declined: false })] : []),
    ...(isHeld && captured ? [capturing(captured)] : []),
    // A second payment: a settlement refunds several in one request.
    ...(isPaid && settled
      ? [
          ordering({ draw: 0, amount: settled.amount, declined: false, later: false }),
          settling({ draw: 0, percent: settled.percent }),
        ]
      : []),
  ]);

const service = useService();

/** A month from today, so that no step lies in the past. */
const firstDay = Math.floor(Date.now() / 86_400_000) + 30;

// Takes half a minute on an idle machine, and much longer on a busy one.
test(`random commands on bookings, mirrors and money keep the service in the model's state (seed ${seed})`, async () => {
  const all = [
    ...bookingCommands,
    reprice,
    reprice,
    ...paymentCommands,
    ...settlementCommands,
    ...depositCommands,
    ...invoiceCommands,
  ];
  const commands = fc.commands(all, { maxCommands: steps });
  const sequencesOf = (business: Business) =>
    fc.asyncProperty(linkedFirst, opening, commands, async (groups, first, following) => {
      const place = await Place.open(service, business, rentals, firstDay);
      const model = { world: new World(rentals) };
      for (const group of groups) await linking(group).run(model, place);
      for (const command of first) if (command.check(model)) await command.run(model, place);
      await fc.asyncModelRun(() => ({ model, real: place }), following);
    });
  const runs = Math.ceil(sequences / lanes);
  const results = await Promise.all(
    Array.from({ length: lanes }, async (_, lane) =>
      fc.check(sequencesOf(await aBusiness(service)), { seed: seed + lane, numRuns: runs }),
    ),
  );
  for (const result of results) {
    expect(result.failed, `${fc.defaultReportMessage(result)}\n${differenceOf(result.errorInstance)}`).toBe(false);
  }
}, 600_000);

/** A failed comparison with both of its sides. */
function differenceOf(error: unknown): string {
  const { actual, expected } = Object(error);
  return `${error}\nservice: ${JSON.stringify(actual)}\nmodel: ${JSON.stringify(expected)}`;
}
