import type { RecordId } from "../../../kernel/key.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadContext } from "../../../kernel/route.ts";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { ratesRule } from "../../../modules/pricing/rates/rates-rule.ts";
import { searchRentals } from "../../../modules/stays/search/search-rentals.ts";
import { type RulesById, refusalWords } from "../words/stay-words.ts";
import { amountText, objectsIn, recordsById, type Shown } from "./records/records.ts";

/** The result of an API search, with its records as objects. */
export interface SearchResult {
  readonly records: readonly Shown[];
  readonly total: number;
}

/** Runs the API's search as the agent. Filters, availability and prices are the search's own. */
export async function search(
  context: ReadContext,
  parameters: ReadonlyMap<string, string>,
  ids?: readonly RecordId[],
): Promise<SearchResult> {
  const answer = await searchRentals(context, { ids, parameters });
  if (answer.form !== "page") throw new Error("The search did not return a page.");
  return { records: answer.records.map(objectIn), total: answer.total };
}

/** Reads the rates rules that the records refer to, for their descriptions. */
export async function readRules(scope: ReadScope, records: readonly Shown[]): Promise<RulesById> {
  const ruleIds = records.flatMap(({ refusals, price_details: details }) => [
    ...objectsIn(refusals).map((refusal) => refusal.rates_rule_id),
    ...objectsIn(Object(details).rental).map((line) => line.id),
  ]);
  const ids = ruleIds.filter((id) => typeof id === "number");
  const fields = ["kind", "percentage", "fixed_amount", "variables", "period_name", "start_date", "end_date"];
  return recordsById(scope, ratesRule, { ids, fields });
}

/** The reasons why a rental cannot be booked: each refusal's kind, its rule if any, and a description. */
export function reasonsIn({ refusals }: Shown, rules: RulesById): Shown[] {
  return objectsIn(refusals).map((refusal) => ({
    kind: refusal.kind,
    rates_rule_id: refusal.rates_rule_id ?? null,
    words: refusalWords(refusal, rules),
  }));
}

/** The price of a stay in a rental; null when there is none. */
export function priceIn(record: Shown): Shown | null {
  if (typeof record.final_price !== "number") return null;
  return {
    currency: record.currency,
    rental_price: amountText(record.initial_price),
    final_price: amountText(record.final_price),
    to_pay_now: amountText(record.price_to_pay_now),
  };
}
