import fc from "fast-check";
import { about, type Command, draws, isLive } from "./commands.ts";
import { expectStatus } from "./place.ts";
import { type Deposit, terms, type World } from "./world.ts";

const isStay = (world: World, number: number): boolean => {
  const booking = world.bookings[number];
  return booking !== undefined && booking.state !== "unavailable";
};
const isBooked = (world: World, number: number): boolean =>
  isLive(world, number) && world.bookings[number]?.state === "booked";
const isHeld = (world: World, number: number): boolean => world.bookings[number]?.deposit.state === "authorized";

function depositIn(world: World, number: number): Deposit {
  const booking = world.bookings[number];
  if (!booking) throw new Error("A booking is gone.");
  return booking.deposit;
}
const withDeposit = (world: World, number: number, change: Partial<Deposit>): World =>
  world.changing(number, { deposit: { ...depositIn(world, number), ...change } });

/** A new authorization replaces the one in force; a refused one leaves it. */
export const authorizing = ({ draw, declined }: { readonly draw: number; readonly declined: boolean }): Command =>
  about(`authorize the deposit${declined ? " in vain" : ""}`, draw, isStay, async (model, place, number) => {
    const before = depositIn(model.world, number);
    const answer = await place.client.post(`/bookings/${place.booking(number)}/authorize_damage_deposit`, {
      bookings: [{ credit_card_token: declined ? "tok_declined" : "tok_visa", gateway_id: place.gateway }],
    });
    const accepted = isBooked(model.world, number) && before.state !== "captured";
    expectStatus(answer, accepted ? 200 : 422);
    if (!accepted) return;
    await place.performDeposits();
    const state = !declined || before.state === "authorized" ? "authorized" : "failed";
    model.world = withDeposit(model.world, number, { state, hasCard: before.hasCard || !declined });
  });

const authorize = fc.record({ draw: draws, declined: fc.boolean() }).map(authorizing);

/** The job renews what is due, and gives up what has lapsed for a new one. */
const pass = fc.record({ draw: draws, what: fc.constantFrom("renewal is due", "lapsed") }).map(({ draw, what }) =>
  about(`a deposit's ${what}`, draw, isHeld, async (model, place, number) => {
    await place.passTime(number, what);
    await place.tend(number);
    if (!isBooked(model.world, number)) model.world = withDeposit(model.world, number, { state: "released" });
  }),
);

/** The job releases the deposits of stays that have ended. */
const tend = draws.map((draw) =>
  about("tend a deposit", draw, isStay, async (model, place, number) => {
    await place.tend(number);
    const { state } = depositIn(model.world, number);
    if (!isBooked(model.world, number) && state !== "captured")
      model.world = withDeposit(model.world, number, { state: "released" });
  }),
);

const release = draws.map((draw) =>
  about("release the deposit", draw, isStay, async (model, place, number) => {
    const answer = await place.client.post(`/bookings/${place.booking(number)}/release_damage_deposit`);
    const accepted = depositIn(model.world, number).state !== "captured";
    expectStatus(answer, accepted ? 200 : 422);
    if (!accepted) return;
    await place.performDeposits();
    model.world = withDeposit(model.world, number, { state: "released" });
  }),
);

/** A capture of a booking that was canceled meanwhile takes nothing. */
export const capturing = (asked: { readonly draw: number; readonly amount: number }): Command =>
  about(`capture ${asked.amount} of the deposit`, asked.draw, isStay, async (model, place, number) => {
    const { amount } = asked;
    const answer = await place.client.post(`/bookings/${place.booking(number)}/capture_damage_deposit`, {
      bookings: [{ amount_in_cents: amount, reason: "Broken window" }],
    });
    const accepted = isHeld(model.world, number) && amount <= terms.deposit;
    expectStatus(answer, accepted ? 200 : 422);
    if (!accepted) return;
    await place.performDeposits();
    const taken = isLive(model.world, number);
    model.world = withDeposit(
      model.world,
      number,
      taken ? { state: "captured", captured: amount } : { state: "released" },
    );
  });

/** Amounts to capture, some above the deposit. */
export const captures = fc.record({ draw: draws, amount: fc.integer({ min: 1, max: terms.deposit + 100 }) });

const capture = captures.map(capturing);

/** The commands on damage deposits. */
export const depositCommands: readonly fc.Arbitrary<Command>[] = [
  authorize,
  authorize,
  authorize,
  pass,
  pass,
  tend,
  release,
  capture,
  capture,
];
