import fc from "fast-check";
import { about, attempt, type Command, draws, isLive, nights } from "./commands.ts";
import { expectStatus } from "./place.ts";
import { type Nights, nightlyRate, terms, type World } from "./world.ts";

const hasPayments = (world: World, number: number): boolean =>
  world.payments.some(({ booking, state }) => booking === number && (state === "paid" || state === "authorized"));

/** Whether the model knows if the booking has payments: it does not count those of a released deposit. */
const isKnown = (world: World, number: number): boolean =>
  isLive(world, number) && (hasPayments(world, number) || world.bookings[number]?.deposit.state === "planned");

/** The booking at the rates of its new nights. Its discount and its own fees stay; its schedule, too, once money has moved. */
function repriced(world: World, number: number, { arrival, departure }: Nights): World {
  const initial = (departure - arrival) * nightlyRate;
  const after = world.changing(number, { arrival, departure, initial });
  if (hasPayments(world, number)) return after;
  const { rental, final } = after.moneyOf(number);
  const due = Math.min(Math.floor(((rental ?? 0) * terms.downpayment + 50) / 100), final ?? 0);
  return after.changing(number, { downpayment: due > 0 ? due : null });
}

/** Moves a booking and takes the price of its new nights. */
export const reprice: fc.Arbitrary<Command> = fc.record({ draw: draws, nights }).map((asked) =>
  about(`reprice at ${JSON.stringify(asked.nights)}`, asked.draw, isKnown, async (model, place, number) => {
    const body = { ...place.dates(asked.nights), reprice: true };
    const answer = await place.client.post(`/bookings/${place.booking(number)}/move`, { bookings: [body] });
    const isStay = model.world.bookings[number]?.state !== "unavailable";
    const accepted = isStay && attempt(model, repriced(model.world, number, asked.nights));
    expectStatus(answer, accepted ? 200 : 422);
  }),
);
