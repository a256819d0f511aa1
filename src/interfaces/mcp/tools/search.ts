import type { RecordId } from "../../../kernel/key.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { ReadContext } from "../../../kernel/route.ts";
import { objectIn } from "../../../kernel/values/built-json.ts";
import { ratesRule } from "../../../modules/pricing/rates/rates-rule.ts";
import { searchRentals } from "../../../modules/stays/search/search-rentals.ts";
import { type RulesById, refusalWords } from "../words/stay-words.ts";
import { amountText, objectsIn, recordsById, type Shown } from "./records/records.ts";

/** What a search of the API answers, with its records as objects. */
export interface Searched {
  readonly records: readonly Shown[];
  readonly total: number;
}

/** Asks the search of the API, as the agent: filters, availability and prices are all its own. */
export async function search(
  context: ReadContext,
  parameters: ReadonlyMap<string, string>,
  ids?: readonly RecordId[],
): Promise<Searched> {
  const answer = await searchRentals(context, { ids, parameters });
  if (answer.form !== "page") throw new Error("A search answered something else than a page.");
  return { records: answer.records.map(objectIn), total: answer.total };
}

/** The rules that searched records name, to say them in words. */
export async function rulesNamed(scope: ReadScope, records: readonly Shown[]): Promise<RulesById> {
  const named = records.flatMap(({ refusals, price_details: details }) => [
    ...objectsIn(refusals).map((refusal) => refusal.rates_rule_id),
    ...objectsIn(Object(details).rental).map((line) => line.id),
  ]);
  const ids = named.filter((id) => typeof id === "number");
  const fields = ["kind", "percentage", "fixed_amount", "variables", "period_name", "start_date", "end_date"];
  return recordsById(scope, ratesRule, { ids, fields });
}

/** Why a searched rental cannot be booked: the kind, the rule where it is one, and words. */
export function reasonsIn({ refusals }: Shown, rules: RulesById): Shown[] {
  return objectsIn(refusals).map((refusal) => ({
    kind: refusal.kind,
    rates_rule_id: refusal.rates_rule_id ?? null,
    words: refusalWords(refusal, rules),
  }));
}

/** What a stay in a searched rental costs; null where it has no price. */
export function priceIn(record: Shown): Shown | null {
  if (typeof record.final_price !== "number") return null;
  return {
    currency: record.currency,
    rental_price: amountText(record.initial_price),
    final_price: amountText(record.final_price),
    to_pay_now: amountText(record.price_to_pay_now),
  };
}
