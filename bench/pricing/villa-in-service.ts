import { dayOfInstant, formatDay } from "../../src/core/day.ts";
import { formatHundredths } from "../../src/core/hundredths.ts";
import type { Applicability, Period } from "../../src/core/pricing/applicability.ts";
import type { RatesRule } from "../../src/core/pricing/rules/rates-rule.ts";
import { BenchError } from "../bench.ts";
import { today, villa } from "./villa.ts";

/** The offset in days from the villa's dates to the current date. */
const shift = dayOfInstant(Date.now()) - today;

const dayText = (day: number): string => formatDay(day + shift);
const days = ({ start, end }: Period) => ({ start_date: dayText(start), end_date: dayText(end) });

/** Creates the villa with all its price inputs through the API. @returns the rental's id */
export async function villaInService(url: string, token: string): Promise<number> {
  const create = (path: string, root: string, attributes: object): Promise<number> =>
    creation(url, token, path, root, attributes);
  const table = await create("/rates_tables", "rates_tables", { name_en: "Villa" });
  const seasonOf = new Map<Period, number>();
  for (const { ratio, minimumStay, periods } of villa.seasons) {
    const season = await create(`/rates_tables/${table}/seasons`, "seasons", {
      name_en: "Season",
      ratio_percentage: formatHundredths(ratio),
      minimum_stay: minimumStay,
    });
    for (const period of periods) {
      seasonOf.set(period, season);
      // Periods can be at most three years ahead.
      if (period.end > today + 1090) continue;
      await create(`/seasons/${season}/periods`, "periods", days(period));
    }
  }
  const whenOf = (applies: Applicability): object => {
    if (applies.when === "always") return { always_applied: true };
    if (applies.when === "dates") return days(applies);
    return { season_ids: [...new Set(applies.periods.map((period) => seasonOf.get(period)))] };
  };
  for (const rule of villa.rules) {
    await create(`/rates_tables/${table}/rates_rules`, "rates_rules", { ...termsOf(rule), ...whenOf(rule.applies) });
  }
  const rental = await create("/rentals", "rentals", {
    name: "Villa",
    currency: villa.currency,
    base_rate: formatHundredths(villa.baseRate ?? 0),
    absolute_min_price: formatHundredths(villa.absoluteMinPrice ?? 0),
    rounding_kind: villa.roundingKind,
    sleeps: villa.sleeps,
    sleeps_max: villa.sleepsMax,
    rates_table_id: table,
  });
  for (const { rate, rateKind, maximumPossibleRate } of villa.fees) {
    const fee = await create("/fees", "fees", {
      name_en: "Fee",
      kind: "cleaning",
      rate: formatHundredths(rate),
      rate_kind: rateKind,
      downpayment_percentage: "0",
      currency: villa.currency,
      ...(maximumPossibleRate === null ? {} : { maximum_possible_rate: formatHundredths(maximumPossibleRate) }),
    });
    await create(`/rentals/${rental}/rentals_fees`, "rentals_fees", {
      fee_id: fee,
      status: "required",
      always_applied: true,
    });
  }
  for (const { percentage, included } of villa.taxes.filter(({ taxable }) => taxable.kind === "rental")) {
    const tax = await create("/taxes", "taxes", {
      name_en: "Tax",
      kind: "value_added",
      percentage: formatHundredths(percentage),
      start_date: formatDay(dayOfInstant(Date.now()) - 1000),
    });
    await create(`/rentals/${rental}/rentals_taxes`, "rentals_taxes", { tax_id: tax, tax_included_in_rate: included });
  }
  for (const offer of villa.specialOffers) {
    await create(`/rentals/${rental}/special_offers`, "special_offers", {
      name_en: "Early spring",
      discount: offer.discount / 100,
      ...days(offer),
    });
  }
  for (const { arrival, departure } of villa.taken) {
    await create(`/rentals/${rental}/bookings`, "bookings", {
      start_at: dayText(arrival),
      end_at: dayText(departure),
    });
  }
  return rental;
}

/** A rule's attributes except its dates. */
function termsOf(rule: RatesRule): object {
  const { id: _, kind, applies: __, ...terms } = rule;
  const ruleAttributes = new Map<string, unknown>(Object.entries(terms));
  const variables = {
    days: ruleAttributes.get("days"),
    length: ruleAttributes.get("length"),
    unit: ruleAttributes.get("unit"),
    occupation_less_than: ruleAttributes.get("occupationLessThan"),
    occupation_greater_than: ruleAttributes.get("occupationGreaterThan"),
    ...(rule.kind === "prevent_gap" && rule.until
      ? { until_length: rule.until.length, until_unit: rule.until.unit }
      : {}),
  };
  const percentage = ruleAttributes.get("percentage");
  const amount = ruleAttributes.get("fixedAmount");
  return {
    kind,
    variables,
    ...(typeof percentage === "number" ? { percentage: formatHundredths(percentage) } : {}),
    ...(typeof amount === "number" ? { fixed_amount: formatHundredths(amount) } : {}),
  };
}

async function creation(url: string, token: string, path: string, root: string, attributes: object): Promise<number> {
  const response = await fetch(`${url}/api/v3${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/vnd.api+json" },
    body: JSON.stringify({ [root]: [attributes] }),
  });
  const body = await response.text();
  const id = /"id":(\d+)/.exec(body.slice(body.indexOf(`"${root}":[`)))?.[1];
  if (response.status === 201 && id !== undefined) return Number(id);
  throw new BenchError(`POST ${path} returned ${response.status}: ${body.slice(0, 300)}`);
}
