import { parseDay } from "../../src/core/day.ts";
import { feeRateKinds } from "../../src/core/pricing/fee-rate-kinds.ts";
import { ApplicationCache } from "../../src/kernel/application-cache.ts";
import { type LiveQuote, quoteLive } from "../../src/modules/pricing/rates/quote/live-quote.ts";
import type { ApiClient, Json } from "../harness/client.ts";
import { aFee, aRental, aRentalsFee, created } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { aPeriod, aRatesTable, aRule, aSeason, aTaxOf, dayAhead } from "../rates/factories.ts";

/** A source of random integers, such as fast-check. */
export type Random = (below: number) => number;

const currencies = ["EUR", "USD", "JPY", "KWD"];
const roundings = ["no-rounding", "round-up", "closest-exact", "closest-marketing"];

/**
 * A rental with random prices, rules, fees and taxes around today.
 * @param foreign currencies with an exchange rate, in which some fees are, too
 */
export async function aRandomRental(client: ApiClient, random: Random, foreign: readonly string[] = []): Promise<Json> {
  const pick = <T>(list: readonly T[]): T => {
    const one = list[random(list.length)];
    if (one === undefined) throw new Error("There is nothing to pick from.");
    return one;
  };
  const amount = (most: number, code = currency) =>
    code === "JPY" ? `${1 + random(most)}` : `${1 + random(most)}.${10 + random(90)}`;
  const currency = pick(currencies);
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: `${50 + random(200)}`, minimum_stay: 1 + random(4) });
  await aPeriod(client, season, 20 + random(10), 40 + random(20));
  const when = () => (random(2) === 0 ? { always_applied: true } : { season_ids: [season.id], always_applied: false });
  const weekdays = () => [0, 1, 2, 3, 4, 5, 6].filter(() => random(10) < 7);
  const rules: (() => Json)[] = [
    () => ({ kind: "weekend_night", percentage: `${random(60)}.5`, variables: { days: [5, 6] } }),
    () => ({ kind: "stay_at_least", percentage: `-${1 + random(30)}.25`, variables: { length: 3, unit: "days" } }),
    () => ({ kind: "arrival_only", variables: { days: [1, ...weekdays()] } }),
    () => ({ kind: "departure_only", variables: { days: [6, ...weekdays()] } }),
    () => ({ kind: "prevent_gap", variables: { length: 3, unit: "days" } }),
    () => ({ kind: "charge_at_least_if_available", variables: { length: 4, unit: "days" } }),
    () => ({ kind: "prevent_if_booked_less_than", variables: { length: 25, unit: "days" } }),
    () => ({
      kind: "stay_shorter_than",
      percentage: `${random(40)}.75`,
      variables: { length: 1 + random(8), unit: "days" },
    }),
    () => ({ kind: "early_booking", percentage: `-${random(40)}.15`, variables: { length: 1, unit: "months" } }),
    () => ({
      kind: "late_booking",
      percentage: `-${random(40)}.33`,
      variables: { length: 15 + random(30), unit: "days" },
    }),
    () => ({
      kind: "occupation_less_than",
      percentage: `-${random(40)}.5`,
      variables: { occupation_less_than: 1 + random(6) },
    }),
    () => ({
      ...{ kind: "additional_person_fixed_per_night", percentage: null, fixed_amount: amount(40) },
      variables: { occupation_greater_than: 1 + random(4) },
    }),
    () => ({ kind: "strict_minimum_price_per_night", percentage: `-${random(30)}.2`, variables: null }),
    () => ({ kind: "charge_at_least", percentage: null, variables: { length: 1 + random(9), unit: "days" } }),
  ];
  for (let count = random(6); count > 0; count--) {
    const rule = pick(rules)();
    await aRule(client, table, { percentage: undefined, ...rule, ...when() });
  }
  const baseRate = random(8) === 0 ? null : amount(400);
  const rental = await aRental(client, {
    currency,
    base_rate: baseRate,
    base_rate_kind: random(4) === 0 ? "weekly" : "nightly",
    absolute_min_price: random(4) === 0 ? baseRate : null,
    sleeps: 1 + random(4),
    ...(random(2) === 0 ? {} : { sleeps_max: 5 }),
    rates_table_id: table.id,
    rounding_kind: pick(roundings),
    downpayment: random(101),
    balance_due: random(60),
  });
  if (random(3) === 0)
    await created(client, `/rentals/${rental.id}/special_offers`, "special_offers", {
      name_en: "Early",
      discount: 2 + random(50),
      start_date: dayAhead(20),
      end_date: dayAhead(45),
    });
  if (random(3) === 0)
    await created(client, `/rentals/${rental.id}/rate_overrides`, "rate_overrides", {
      start_date: dayAhead(22),
      end_date: dayAhead(22 + random(20)),
      minimum_stay: 1 + random(4),
      ...(random(2) === 0 ? { rate: amount(400) } : { percentage: `${random(80) - 40}.5`, days: [5, 6] }),
    });
  const taxes = await Promise.all(
    ["7.7", "19.0", "3.33"].map((percentage) =>
      aTaxOf(client, {
        ...{ percentage, name_en: `Tax ${percentage}` },
        ...(random(4) === 0 ? { end_date: dayAhead(15 + random(40)) } : {}),
        ...(random(4) === 0
          ? {
              tax_rules: [
                { compared_attribute: "length_of_stay", comparator: pick(["<", ">=", "!="]), value: 1 + random(7) },
              ],
            }
          : {}),
      }),
    ),
  );
  for (const tax of taxes)
    if (random(2) === 0)
      await created(client, `/rentals/${rental.id}/rentals_taxes`, "rentals_taxes", {
        tax_id: tax.id,
        tax_included_in_rate: random(2) === 0,
      });
  for (let count = random(4); count > 0; count--) {
    const kind = pick(feeRateKinds);
    const ofFee = random(2) === 0 ? currency : pick([currency, ...foreign]);
    const fee = await aFee(client, {
      rate_kind: kind,
      rate: kind.includes("percentage") ? `${random(20)}.${10 + random(90)}` : amount(30, ofFee),
      downpayment_percentage: `${random(101)}`,
      currency: ofFee,
      ...(kind.includes("percentage") && random(2) === 0 ? { maximum_possible_rate: amount(40, ofFee) } : {}),
      ...(kind.endsWith("_per_night") && random(2) === 0 ? { maximum_nights: 1 + random(9) } : {}),
    });
    await aRentalsFee(client, rental, fee, {
      status: random(4) === 0 ? "public" : "required",
      ...(random(3) === 0 ? { maximum_bookable: 1 + random(5) } : {}),
      ...(random(3) === 0 ? { maximum_nights: 1 + random(5) } : {}),
      ...(random(3) === 0
        ? { always_applied: false, start_date: dayAhead(15), end_date: dayAhead(15 + random(40)) }
        : {}),
    });
    if (random(2) === 0)
      await created(client, `/fees/${fee.id}/fees_taxes`, "fees_taxes", {
        tax_id: pick(taxes).id,
        tax_included_in_rate: random(2) === 0,
      });
  }
  return rental;
}

/** A random stay around the season: dates and guests. */
export interface StayAsked {
  readonly start_at: string;
  readonly end_at: string;
  readonly adults: number;
  readonly children: number;
}

export function aRandomStay(random: Random): StayAsked {
  const arrival = 15 + random(40);
  return {
    start_at: dayAhead(arrival),
    end_at: dayAhead(arrival + 1 + random(7)),
    adults: 1 + random(4),
    children: random(3),
  };
}

/** The live quote, directly from the engine on the service's database. */
export async function quoteOf(
  service: TestService,
  client: ApiClient,
  rental: Json,
  stay: StayAsked,
): Promise<LiveQuote> {
  const caller = {
    application: client.application,
    accounts: [client.account] as const,
    scopes: new Set<never>(),
    publishedOnly: false,
  };
  const asked = {
    arrival: parseDay(stay.start_at) ?? 0,
    departure: parseDay(stay.end_at) ?? 0,
    adults: stay.adults,
    children: stay.children,
  };
  const quoted = await service.database
    .within(caller.accounts)
    .transaction((transaction) =>
      quoteLive({ transaction, caller, cache: new ApplicationCache(), now: Date.now() }, Number(rental.id), asked),
    );
  if (!quoted) throw new Error(`The rental ${rental.id} has no quote.`);
  return quoted;
}
