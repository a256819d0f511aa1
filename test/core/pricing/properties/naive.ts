import { formatDay, parseDay } from "../../../../src/core/day.ts";
import type { Applicability } from "../../../../src/core/pricing/applicability.ts";
import type { RateBook, RentalFee } from "../../../../src/core/pricing/rates/rate-book.ts";
import type { RatesRule, RatesRuleKind } from "../../../../src/core/pricing/rules/rates-rule.ts";
import type { Stay } from "../../../../src/core/pricing/stay/stay.ts";

/**
 * A second evaluator, written from pricing.md alone: night by night, with exact fractions of big integers, sets of nights and the calendar
 * of `Date`. It shares only the rate book's type with the engine.
 */
export interface NaiveAnswer {
  /** `kind` or `kind rule`, sorted. */
  readonly refusals: readonly string[];
  /** In hundredths of the unit; undefined without a price. */
  readonly price: { before: number; rental: number; final: number; payNow: number } | undefined;
}

type OfKind<Kind extends RatesRuleKind> = Extract<RatesRule, { kind: Kind }>;

export function naiveQuote(book: RateBook, stay: Stay, today: number): NaiveAnswer {
  const perMinor = book.currency === "JPY" ? 100n : 1n; // hundredths of the unit in a minor unit
  const fine = (amount: number): bigint => BigInt(amount) * (100n / perMinor);
  const rules = <Kind extends RatesRuleKind>(kind: Kind) =>
    book.rules.filter((rule): rule is OfKind<Kind> => rule.kind === kind).sort((a, b) => a.id - b.id);
  const { arrival, departure, adults, children } = stay;
  const guests = adults + children;
  const length = departure - arrival;
  const refusals = new Set<string>();
  const taken = new Set<number>();
  for (const booking of book.taken) for (let n = booking.arrival; n < booking.departure; n++) taken.add(n);

  // §1 Nightly rates
  const seventh = (amount: bigint): bigint => (book.baseRateKind === "weekly" ? halfUp(amount, 7n) : amount);
  const seasonOf = (night: number) => book.seasons.find((season) => season.periods.some((p) => within(p, night)));
  const overridesOf = (night: number) =>
    book.overrides.filter((one) => within(one, night) && (one.days ?? [0, 1, 2, 3, 4, 5, 6]).includes(weekday(night)));
  const rateOf = (night: number): bigint => {
    if (book.nightlyMap) return fine(book.nightlyMap.rates[night - book.nightlyMap.start] ?? 0);
    const season = seasonOf(night);
    const base = seventh(fine(book.baseRate ?? 0));
    let rate = season ? halfUp(base * BigInt(season.ratio), 10_000n) : base;
    for (const one of overridesOf(night)) {
      if (one.rate !== null) rate = fine(one.rate);
      else if (one.percentage !== null) rate = halfUp(rate * BigInt(10_000 + one.percentage), 10_000n);
    }
    return rate;
  };
  const ownMinimum = book.nightlyMap
    ? (book.nightlyMap.minimumStays[arrival - book.nightlyMap.start] ?? 1)
    : (overridesOf(arrival)
        .flatMap((one) => one.minimumStay ?? [])
        .at(-1) ??
      seasonOf(arrival)?.minimumStay ??
      1);

  // (a) restrictions
  const limit = [book.sleepsMax, book.sleeps].find((number) => number !== null && number > 0) ?? 1000;
  if (guests > limit) refusals.add("sleeps_max");
  for (const [kind, onDay] of [
    ["arrival_only", arrival],
    ["departure_only", departure],
  ] as const) {
    const relevant = rules(kind).filter((rule) => applies(rule.applies, onDay));
    if (relevant.length > 0 && !relevant.some((rule) => rule.days.includes(weekday(onDay)))) {
      for (const rule of relevant) refusals.add(`${kind} ${rule.id}`);
    }
  }
  for (const [kind, day] of [
    ["closedToArrival", arrival],
    ["closedToDeparture", departure],
  ] as const) {
    const [newest] = overridesOf(day)
      .filter((one) => one[kind] !== null)
      .reverse();
    if (newest?.[kind] === true) refusals.add(kind === "closedToArrival" ? "closed_to_arrival" : "closed_to_departure");
  }
  for (const rule of rules("prevent_if_booked_ahead_of")) {
    if (applies(rule.applies, arrival) && arrival > plus(today, rule)) refusals.add(`${rule.kind} ${rule.id}`);
  }
  for (const rule of rules("prevent_if_booked_less_than")) {
    if (applies(rule.applies, arrival) && arrival < plus(today, rule)) refusals.add(`${rule.kind} ${rule.id}`);
  }
  for (const rule of rules("full_period_only")) {
    for (const nights of periodNights(rule.applies)) {
      const inStay = nights.filter((night) => night >= arrival && night < departure);
      if (inStay.length > 0 && inStay.length < nights.length) refusals.add(`${rule.kind} ${rule.id}`);
    }
  }
  for (const rule of rules("prevent_gap")) {
    if (!applies(rule.applies, arrival)) continue;
    if (rule.until && arrival <= plus(today, rule.until)) continue;
    let before = arrival;
    while (before > arrival - 5_000 && !taken.has(before - 1)) before--;
    let after = departure;
    while (after < departure + 5_000 && !taken.has(after)) after++;
    const leavesBefore = taken.has(before - 1) && before < arrival && arrival < plus(before, rule);
    const leavesAfter = taken.has(after) && after > departure && after < plus(departure, rule);
    if (leavesBefore || leavesAfter) refusals.add(`${rule.kind} ${rule.id}`);
  }
  if (length < Math.max(1, ownMinimum, book.absoluteMinStay ?? 1)) refusals.add("minimum_stay");

  // (b) which nights are charged
  const charged = new Set<number>();
  for (let night = arrival; night < departure; night++) {
    charged.add(night);
    if (rateOf(night) === 0n) refusals.add("no_rate");
  }
  for (const rule of rules("charge_at_least")) {
    if (!applies(rule.applies, arrival)) continue;
    for (let night = arrival; night < plus(arrival, rule); night++) charged.add(night);
  }
  for (const rule of rules("charge_at_least_if_available")) {
    if (!applies(rule.applies, arrival)) continue;
    for (let night = departure; night < plus(arrival, rule) && !taken.has(night); night++) charged.add(night);
  }
  for (const rule of rules("charge_at_least_full_period")) {
    for (const nights of periodNights(rule.applies)) {
      if (nights.some((night) => night >= arrival && night < departure)) for (const night of nights) charged.add(night);
    }
  }

  // (c) per night
  let sum = 0n;
  for (const night of charged) {
    const rate = rateOf(night);
    if (rate === 0n) continue;
    let price = rate;
    const times = (percentage: number): void => {
      price = halfUp(price * BigInt(10_000 + percentage), 10_000n);
    };
    const best = <R extends RatesRule & { percentage: number }>(
      candidates: readonly R[],
      rank: (rule: R) => number,
    ) => {
      const here = candidates.filter((rule) => applies(rule.applies, night));
      const top = Math.min(...here.map(rank));
      const chosen = here.find((rule) => rank(rule) === top);
      if (chosen) times(chosen.percentage);
    };
    for (const rule of rules("weekend_night")) {
      if (applies(rule.applies, night) && rule.days.includes(weekday(night))) times(rule.percentage);
    }
    best(
      rules("occupation_less_than").filter((rule) => guests < rule.occupationLessThan),
      (rule) => rule.occupationLessThan,
    );
    for (const rule of rules("additional_person_fixed_per_night")) {
      const more = guests - rule.occupationGreaterThan;
      if (applies(rule.applies, night) && more > 0) price += fine(rule.fixedAmount) * BigInt(more);
    }
    if (price < 0n) price = 0n;
    best(
      rules("stay_at_least").filter((rule) => departure >= plus(arrival, rule)),
      (rule) => -plus(arrival, rule),
    );
    best(
      rules("stay_shorter_than").filter((rule) => departure < plus(arrival, rule)),
      (rule) => plus(arrival, rule),
    );
    best(
      rules("early_booking").filter((rule) => arrival >= plus(today, rule)),
      (rule) => -plus(today, rule),
    );
    best(
      rules("late_booking").filter((rule) => arrival < plus(today, rule)),
      (rule) => plus(today, rule),
    );
    for (const rule of rules("strict_minimum_price_per_night")) {
      const floor = halfUp(rate * BigInt(10_000 + rule.percentage), 10_000n);
      if (applies(rule.applies, night) && price < floor) price = floor;
    }
    const absolute = seventh(fine(book.absoluteMinPrice ?? 0));
    if (price < absolute) price = absolute;
    sum += price;
  }
  if (sum > fine(999_999_999_999)) refusals.add("largest_amount");
  const sorted = [...refusals].sort();
  if (refusals.has("no_rate") || refusals.has("largest_amount")) return { refusals: sorted, price: undefined };

  // (d) … (g), in minor units
  const before = halfUp(sum, 100n);
  const offers = book.specialOffers.filter((offer) => within(offer, arrival)).map(({ discount }) => discount);
  let rental = halfUp(before * BigInt(10_000 - Math.max(0, ...offers)), 10_000n);
  const override = book.priceIncrease?.overrides.find((entry) => within(entry, arrival));
  rental = halfUp(rental * BigInt(10_000 + (override?.increase ?? book.priceIncrease?.standard ?? 0)), 10_000n);
  rental = made(rental, book.roundingKind, 100n / perMinor);

  // §6 fees, taxes, pay now
  const minor = (amount: number): bigint => halfUp(BigInt(amount), perMinor);
  let final = rental;
  let payNow = rental * BigInt(book.downpayment);
  const fees: { fee: RentalFee; amount: bigint }[] = [];
  for (const fee of book.fees.filter((one) => one.required && applies(one.applies, arrival))) {
    const amount =
      unitPrice(fee, rental, stay, minor) *
      BigInt(Math.min(units(fee, stay), fee.maximumBookable ?? Number.MAX_SAFE_INTEGER));
    fees.push({ fee, amount });
    final += amount;
    payNow += amount * BigInt(fee.downpaymentPercentage);
  }
  for (const tax of book.taxes) {
    if (arrival < tax.start || (tax.end !== null && arrival > tax.end) || tax.included) continue;
    const comparisons = { "==": 0, "!=": 0, "<": 0, "<=": 0, ">": 0, ">=": 0 } as const;
    const holds = tax.lengthOfStay.every(({ comparator, nights }) => {
      const sign = Math.sign(length - nights);
      const is = {
        ...comparisons,
        "==": sign === 0,
        "!=": sign !== 0,
        "<": sign < 0,
        "<=": sign <= 0,
        ">": sign > 0,
        ">=": sign >= 0,
      };
      return is[comparator];
    });
    if (!holds) continue;
    const { taxable } = tax;
    const bases =
      taxable.kind === "rental"
        ? [{ amount: rental, share: book.downpayment }]
        : fees
            .filter(({ fee }) => fee.fee === taxable.fee)
            .map(({ fee, amount }) => ({ amount, share: fee.downpaymentPercentage }));
    for (const { amount, share } of bases) {
      const levied = halfUp(amount * BigInt(tax.percentage), 10_000n);
      final += levied;
      payNow += levied * BigInt(share);
    }
  }
  const inFull = arrival - today <= book.balanceDue;
  const out = (minorUnits: bigint): number => Number(minorUnits * perMinor);
  return {
    refusals: sorted,
    price: {
      before: out(before),
      rental: out(rental),
      final: out(final),
      payNow: out(inFull ? final : halfUp(payNow, 10_000n)),
    },
  };
}

function units(fee: RentalFee, { arrival, departure, adults, children }: Stay): number {
  let count = 1;
  if (fee.rateKind.includes("person")) count *= adults + children;
  if (fee.rateKind.includes("adult")) count *= adults;
  if (fee.rateKind.includes("child")) count *= children;
  if (fee.rateKind.includes("night")) count *= Math.min(departure - arrival, fee.maximumNights ?? departure - arrival);
  return count;
}

function unitPrice(fee: RentalFee, rental: bigint, stay: Stay, minor: (amount: number) => bigint): bigint {
  if (!fee.rateKind.includes("percentage")) return minor(fee.rate);
  const guests = Math.max(1, stay.adults + stay.children);
  let parts = fee.rateKind.startsWith("individual") ? guests : 1;
  if (fee.rateKind.includes("night")) parts = guests * (stay.departure - stay.arrival);
  const unit = halfUp(rental * BigInt(fee.rate), 10_000n * BigInt(parts));
  const cap = fee.maximumPossibleRate === null ? undefined : minor(fee.maximumPossibleRate);
  return cap !== undefined && cap < unit ? cap : unit;
}

function made(price: bigint, kind: RateBook["roundingKind"], unit: bigint): bigint {
  if (price === 0n || kind === "no-rounding") return price;
  let whole = price / unit;
  if (whole * unit < price) whole++;
  while (kind === "closest-exact" && whole % 10n !== 0n) whole++;
  while (kind === "closest-marketing" && whole % 10n !== 9n) whole++;
  return whole * unit;
}

/** Rounds half up. Only a fixed amount can be negative, and it is never rounded. */
function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function within({ start, end }: { start: number; end: number }, day: number): boolean {
  return day >= start && day <= end;
}

function applies(applicability: Applicability, day: number): boolean {
  if (applicability.when === "always") return true;
  return periodNights(applicability).some((nights) => nights.includes(day));
}

function periodNights(applicability: Applicability): readonly (readonly number[])[] {
  if (applicability.when === "always") return [];
  const periods = applicability.when === "dates" ? [applicability] : applicability.periods;
  return periods.map(({ start, end }) => Array.from({ length: Math.max(0, end - start + 1) }, (_, n) => start + n));
}

function weekday(day: number): number {
  return new Date(day * 86_400_000).getUTCDay();
}

function plus(day: number, { length, unit }: { length: number; unit: "days" | "months" | "years" }): number {
  if (unit === "days") return day + length;
  const [year = 0, month = 0, date = 0] = formatDay(day).split("-").map(Number);
  const months = year * 12 + month - 1 + (unit === "years" ? 12 * length : length);
  for (let last = date; ; last--) {
    const text = `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, "0")}-${String(last).padStart(2, "0")}`;
    const found = parseDay(text);
    if (found !== undefined) return found;
  }
}
