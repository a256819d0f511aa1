import { instantOnDay } from "../../../src/core/day.ts";
import type { DemoAccount, DemoFee } from "../content/accounts.ts";
import type { DemoRental } from "../content/rental.ts";
import * as words from "../content/words.ts";
import type { PlannedStay } from "./plan-stays.ts";
import type { Random } from "./random.ts";

/** A booking of the demo: all that is said of it but what it costs, which the product says. Moments are epoch milliseconds. */
export interface PlannedBooking {
  readonly stay: PlannedStay;
  readonly madeAt: number;
  /** Until when a hold waits. */
  readonly until?: number;
  readonly canceled?: { readonly at: number; readonly reason: string };
  /** Nobody comes when the rental is only blocked. */
  readonly visit?: PlannedVisit;
  readonly tags: readonly string[];
  readonly comment?: string;
  readonly expectedCheckin?: string;
  readonly notes?: string;
}

/** Who comes, and through whom it was booked. */
export interface PlannedVisit {
  /** Their place among the account's guests. */
  readonly client: number;
  readonly source: DemoAccount["sources"][number];
  readonly adults: number;
  readonly children: number;
  readonly discount?: string;
  readonly externalReference?: string;
  /** The fees of a stay with something extra; without them the required ones come by themselves. */
  readonly fees?: readonly { readonly fee: DemoFee; readonly times: number }[];
}

/** What a booking is planned from. */
export interface BookingPlan {
  readonly stay: PlannedStay;
  readonly rental: DemoRental;
  readonly account: DemoAccount;
  readonly client: number;
  readonly returning: boolean;
  readonly today: number;
  /** The hour of today at which the demo is made (UTC). */
  readonly hour: number;
}

/** Decides everything about a stay that chance decides, and nothing that was promised. */
export function planBooking(random: Random, plan: BookingPlan): PlannedBooking {
  const { stay } = plan;
  const base = { stay, madeAt: instantOnDay(stay.made, 8 + ((stay.arrival + stay.rental) % 13)) };
  if (stay.kind === "unavailable") return { ...base, tags: [], notes: random.pick(words.blocks) };
  return { ...base, ...planState(random, plan), visit: planVisit(random, plan), ...planRemarks(random, plan) };
}

function planState(random: Random, { stay, today, hour }: BookingPlan): Pick<PlannedBooking, "until" | "canceled"> {
  const { kind, promised } = stay;
  if (promised?.untilHours !== undefined) return { until: instantOnDay(today, hour + promised.untilHours) };
  if (kind === "hold") return { until: instantOnDay(today + (promised?.until ?? random.between(2, 6)), 18) };
  if (kind !== "canceled") return {};
  const latest = Math.min(stay.arrival, today) - 1;
  const day =
    promised?.canceled === undefined
      ? random.between(stay.made, Math.max(stay.made, latest))
      : today + promised.canceled;
  return { canceled: { at: instantOnDay(day, 22), reason: random.pick(words.cancelations) } };
}

function planVisit(random: Random, plan: BookingPlan): PlannedVisit {
  const { stay, rental, account, client } = plan;
  const { sleeps } = rental.attributes;
  const nights = stay.departure - stay.arrival;
  const { adults, children } = planParty(random, sleeps, stay.promised?.children);
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

function planParty(random: Random, sleeps: number, promised = 0): { adults: number; children: number } {
  if (promised > 0) return { adults: 2, children: promised };
  const adults = sleeps === 2 ? 2 : random.between(2, Math.min(sleeps, 6));
  return { adults, children: random.chance(0.4) ? random.between(0, Math.min(3, sleeps - adults)) : 0 };
}

/** The fees of a booking with something extra; undefined where there is nothing extra. */
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

/** Whether a rental takes a fee of its account: in its currency, and for something that there is. */
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
  const said = stay.departure < today ? words.commentsAfter : words.commentsBefore;
  const comment = stay.promised?.comment ?? (random.chance(0.3) ? random.pick(said) : undefined);
  return {
    tags: tags.filter((key) => key !== ""),
    ...(comment === undefined ? {} : { comment }),
    ...(early ? { expectedCheckin: "13:30" } : {}),
    ...(random.chance(0.25) ? { notes: random.pick(words.wishes) } : {}),
  };
}
