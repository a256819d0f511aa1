import { formatDay, instantOnDay } from "../core/day.ts";
import { formatHundredths } from "../core/hundredths.ts";
import { percentageOf } from "../core/rounding.ts";
import { formatInstant } from "../kernel/values/time.ts";
import type { DemoFee } from "./accounts.ts";
import type { Counter } from "./counter.ts";
import type { PlannedStay } from "./plan-stays.ts";
import type { Random } from "./random.ts";
import type { AccountParts, Kept } from "./seed-account.ts";
import type { SeededClient } from "./seed-clients.ts";
import type { SeededRental } from "./seed-rental.ts";
import * as words from "./words.ts";

/** What a booking is described from. */
export interface BookingParts {
  readonly stay: PlannedStay;
  readonly rental: SeededRental;
  readonly account: AccountParts;
  readonly client: SeededClient;
  readonly returning: boolean;
  readonly today: number;
}

/** When a stay was booked: some hour of the day. Epoch milliseconds. */
export function madeAt(stay: PlannedStay): number {
  return instantOnDay(stay.made, 8 + ((stay.arrival + stay.rental) % 13));
}

/** The body of a booking's creation. What the stay costs is asked at the counter, as of the day on which it was booked. */
export async function describeBooking(counter: Counter, random: Random, parts: BookingParts): Promise<object> {
  const { stay } = parts;
  const dates = { start_at: formatDay(stay.arrival), end_at: formatDay(stay.departure) };
  if (stay.kind === "unavailable") return { ...dates, unavailable: true, notes: random.pick(words.blocks) };
  const state = stateOf(random, parts);
  const money = await guestsAndMoney(counter, random, parts);
  return { ...dates, ...state, ...money, ...remarks(random, parts) };
}

function stateOf(random: Random, { stay, today }: BookingParts): object {
  const bookedAt = formatInstant(madeAt(stay));
  if (stay.kind === "hold")
    return { tentative_expires_at: formatInstant(instantOnDay(today + random.between(2, 6), 18)) };
  if (stay.kind === "booked") return { booked: true, booked_at: bookedAt };
  const latest = Math.min(stay.arrival, today) - 1;
  return {
    booked: true,
    booked_at: bookedAt,
    canceled_at: formatInstant(instantOnDay(random.between(stay.made, Math.max(stay.made, latest)), 22)),
    cancelation_reason: random.pick(words.cancelations),
  };
}

/** Who comes, what it costs and through whom it was booked. */
async function guestsAndMoney(
  counter: Counter,
  random: Random,
  { stay, rental, account, client }: BookingParts,
): Promise<object> {
  const { sleeps, currency } = rental.data.attributes;
  const nights = stay.departure - stay.arrival;
  const adults = sleeps === 2 ? 2 : random.between(2, Math.min(sleeps, 6));
  const children = random.chance(0.4) ? random.between(0, Math.min(3, sleeps - adults)) : 0;
  const { arrival, departure } = stay;
  const price = await counter.rentalPrice(rental.id, { arrival, departure, adults, children });
  const discount = nights >= 10 ? "10%" : random.chance(0.12) ? random.pick(["5%", "50", "8%"]) : undefined;
  const source = sourceOf(random, account);
  const fees = feesOf(random, rental, account.fees, { adults, children, nights });
  return {
    client_id: client.id,
    source_id: source.id,
    adults,
    children,
    currency,
    initial_price: formatHundredths(price),
    ...(discount === undefined ? {} : { discount }),
    ...(fees === undefined ? {} : { bookings_fees: fees }),
    downpayment: formatHundredths(percentageOf(price, 30_00, currency)),
    ...(source.data.commission === 0
      ? {}
      : {
          commission: formatHundredths(percentageOf(price, source.data.commission, currency)),
          external_reference: `H-${random.between(100_000, 999_999)}`,
        }),
  };
}

function sourceOf(random: Random, { sources }: AccountParts): AccountParts["sources"][number] {
  return random.pick(sources.flatMap((source) => Array<typeof source>(source.data.share).fill(source)));
}

/**
 * The fees of a booking with something extra, without their prices, which the rental knows; undefined where there is nothing extra: what
 * is required comes by itself.
 */
function feesOf(
  random: Random,
  rental: SeededRental,
  fees: readonly Kept<DemoFee>[],
  party: { readonly adults: number; readonly children: number; readonly nights: number },
): object[] | undefined {
  const times: Record<DemoFee["rateKind"], number> = {
    fixed: 1,
    fixed_per_person: party.adults + party.children,
    fixed_per_adult_per_night: party.adults * party.nights,
    fixed_per_night: party.nights,
  };
  const taken = fees.filter(
    ({ id, data }) => rental.fees.has(id) && (data.status === "required" || random.chance(0.2)),
  );
  if (taken.every(({ data }) => data.status === "required")) return undefined;
  return taken.map(({ id, data }) => ({ rentals_fee_id: rental.fees.get(id), times_booked: times[data.rateKind] }));
}

function remarks(random: Random, { stay, account, returning, today }: BookingParts): object {
  const early = random.chance(0.1);
  const tags = [returning ? "returning" : "", early ? "early" : "", random.chance(0.06) ? "attention" : ""];
  const ids = tags.map((key) => account.bookingsTags.get(key)).filter((id) => id !== undefined);
  const past = stay.departure < today;
  const comments = random.chance(0.3)
    ? [{ content: random.pick(past ? words.commentsAfter : words.commentsBefore) }]
    : [];
  return {
    ...(ids.length > 0 ? { bookings_tag_ids: ids } : {}),
    ...(comments.length > 0 ? { comments } : {}),
    ...(early ? { expected_checkin_time: "13:30" } : {}),
    ...(random.chance(0.25) ? { notes: random.pick(words.wishes) } : {}),
  };
}
