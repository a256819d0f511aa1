import { languages } from "@roost/messages/languages.ts";
import { expect, test } from "vitest";
import { refusalWords, stepWords } from "../../packages/console/src/components/quote-words.ts";
import type { Step } from "../../src/core/pricing/explanation.ts";
import type { StayRefusal } from "../../src/core/pricing/restrictions.ts";
import { ratesRuleKinds } from "../../src/modules/pricing/rates/rates-rule-kinds.ts";
import { messagesOfConsole } from "./console-messages.ts";

/** Every step besides the kinds of rules. */
const steps: Readonly<Record<Exclude<Step, (typeof ratesRuleKinds)[number]>, true>> = {
  ...{ nightly_rate: true, mid_term_rate: true, absolute_min_price: true, minor_unit: true },
  ...{ special_offer: true, price_increase: true, rounding_kind: true },
};

type OtherRefusal = Exclude<StayRefusal["kind"], (typeof ratesRuleKinds)[number]> | "nights_taken" | "preparation_days";
const refusals: Readonly<Record<OtherRefusal, true>> = {
  ...{ minimum_stay: true, sleeps_max: true, no_rate: true, no_exchange_rate: true, no_nights: true },
  ...{ closed_to_arrival: true, closed_to_departure: true },
  ...{ largest_amount: true, arrival_in_the_past: true, nights_taken: true, preparation_days: true },
};

/** The kinds of rules that refuse a stay (pricing.md, The 17 kinds). */
const refusing = ["arrival_only", "departure_only", "full_period_only", "prevent_gap"];
const lead = ["prevent_if_booked_ahead_of", "prevent_if_booked_less_than"];

test.each(languages)("every line and refusal of a quote has words for people (%s)", (language) => {
  const t = messagesOfConsole(language);
  const lines = [...Object.keys(steps), ...ratesRuleKinds].filter((step) => !refusing.includes(step));
  const wordless = lines.filter((step) => stepWords(step, 0, t) === step.replaceAll("_", " "));
  expect(wordless).toEqual([]);
  const values = { nights: 3, guests: 2, night: "2027-07-01", from: "CHF", to: "EUR" };
  const silent = [...Object.keys(refusals), ...refusing, ...lead].filter(
    (kind) => refusalWords({ kind, ...values }, t) === kind.replaceAll("_", " "),
  );
  expect(silent).toEqual([]);
});
