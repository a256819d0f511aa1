import { instantOnDay } from "../../../src/core/day.ts";
import type { DemoAccount, DemoFee } from "../content/accounts.ts";
import type { DemoRental } from "../content/rental.ts";
import * as words from "../content/words.ts";
import type { PlannedStay } from "./plan-stays.ts";
import type { Random } from "./random.ts";

/** A demo booking without its price, which Roost calculates. Times are epoch milliseconds. */
export interface PlannedBooking {
  readonly stay: PlannedStay;
  readonly madeAt: number;
  /** A hold's expiry. */
  readonly until?: number;
  readonly canceled?: { readonly at: number; readonly reason: string };
  /** Undefined if the rental is only blocked. */
  readonly visit?: PlannedVisit;
  readonly tags: readonly string[];
  readonly comment?: string;
  readonly expectedCheckin?: string;
  readonly notes?: string;
}

/** A booking's guests and source. */
export interface PlannedVisit {
  /** The guest's index in the account. */
  readonly client: number;
  readonly source: DemoAccount["sources"][number];
  readonly adults: number;
  readonly children: number;
  readonly discount?: string;
  readonly externalReference?: string;
  /** Fees of a stay with optional ones; undefined if only the required ones apply. */
  readonly fees?: readonly { readonly fee: DemoFee; readonly times: number }[];
}

/** The input of a planned booking. */
export interface BookingPlan {
  readonly stay: PlannedStay;
  readonly rental: DemoRental;
  readonly account: DemoAccount;
  readonly client: number;
  readonly returning: boolean;
  readonly today: number;
  /** The hour at which the demo is created (UTC). */
  readonly hour: number;
}

/** Plans a stay's random details. Guaranteed ones are fixed. */
export function planBooking(random: Random, plan: BookingPlan): PlannedBooking {
  const { stay } = plan;
  const base = { stay, madeAt: instantOnDay(stay.made, 8 + ((stay.arrival + stay.rental) % 13)) };
  if (stay.kind === "unavailable") return { ...base, tags: [], notes: random.pick(words.blocks) };
  return { ...base, ...planState(random, plan), visit: planVisit(random, plan), ...planRemarks(random, plan) };
}

function planState(random: Random, { stay, today, hour }: BookingPlan): Pick<PlannedBooking, "until" | "canceled"> {
  const { kind, guaranteed } = stay;
  if (guaranteed?.untilHours !== undefined) return { until: instantOnDay(today, hour + guaranteed.untilHours) };
  if (kind === "hold") return { until: instantOnDay(today + (guaranteed?.until ?? random.between(2, 6)), 18) };
  if (kind !== "canceled") return {};
  const latest = Math.min(stay.arrival, today) - 1;
  const day =
    guaranteed?.canceled === undefined
      ? random.between(stay.made, Math.max(stay.made, latest))
      : today + guaranteed.canceled;
  return { canceled: { at: instantOnDay(day, 22), reason: random.pick(words.cancelations) } };
}

function planVisit(random: Random, plan: BookingPlan): PlannedVisit {
  const { stay, rental, account, client } = plan;
  const { sleeps } = rental.attributes;
  const nights = stay.departure - stay.arrival;
  const { adults, children } = planParty(random, sleeps, stay.guaranteed?.children);
  const discount = nights >= 10 ? "10%" : random.chance(0.12) ? random.pick(["5%", "50", "8%"]) : undefined;
  const source = random.pick(account.sources.flatMap((one) => Array<typeof one>(one.share).fill(one)));
  const fees = planFees(random, rental, account.fees, { adults, children, nights });
  return {
    client,
    source,
    adults,
    children,
    ...(discount === undefined ? {} : { discount }),
    ...(fees === undefined ? {} : { fees }),
    ...(source.commission === 0 ? {} : { externalReference: `H-${random.between(100_000, 999_999)}` }),
  };
}

function planParty(random: Random, sleeps: number, guaranteed = 0): { adults: number; children: number } {
  if (guaranteed > 0) return { adults: 2, children: guaranteed };
  const adults = sleeps === 2 ? 2 : random.between(2, Math.min(sleeps, 6));
  return { adults, children: random.chance(0.4) ? random.between(0, Math.min(3, sleeps - adults)) : 0 };
}

/** A booking's fees if it has optional ones; otherwise undefined. */
function planFees(
  random: Random,
  rental: DemoRental,
  fees: readonly DemoFee[],
  party: { readonly adults: number; readonly children: number; readonly nights: number },
): PlannedVisit["fees"] {
  const times: Record<DemoFee["rateKind"], number> = {
    fixed: 1,
    fixed_per_person: party.adults + party.children,
    fixed_per_adult_per_night: party.adults * party.nights,
    fixed_per_night: party.nights,
  };
  const taken = fees.filter((fee) => takesFee(rental, fee) && (fee.status === "required" || random.chance(0.2)));
  if (taken.every(({ status }) => status === "required")) return undefined;
  return taken.map((fee) => ({ fee, times: times[fee.rateKind] }));
}

/** Whether a fee applies to a rental: same currency, and something that the rental has. */
export function takesFee(rental: DemoRental, fee: DemoFee): boolean {
  const forbidden = fee.kind === "pet_fee" && !rental.amenities.includes("pets_allowed");
  const pointless = fee.kind === "wood" && !rental.amenities.includes("fireplace");
  return fee.currency === rental.attributes.currency && !forbidden && !pointless;
}

function planRemarks(
  random: Random,
  { stay, returning, today }: BookingPlan,
): Pick<PlannedBooking, "tags" | "comment" | "expectedCheckin" | "notes"> {
  const early = random.chance(0.1);
  const tags = [returning ? "returning" : "", early ? "early" : "", random.chance(0.06) ? "attention" : ""];
  const comments = stay.departure < today ? words.commentsAfter : words.commentsBefore;
  const comment = stay.guaranteed?.comment ?? (random.chance(0.3) ? random.pick(comments) : undefined);
  return {
    tags: tags.filter((key) => key !== ""),
    ...(comment === undefined ? {} : { comment }),
    ...(early ? { expectedCheckin: "13:30" } : {}),
    ...(random.chance(0.25) ? { notes: random.pick(words.wishes) } : {}),
  };
}
