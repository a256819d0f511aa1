import type { RatesRule, RatesRuleKind } from "../../../../core/pricing/rules/rates-rule.ts";
import { epochDay, numberIn, numberOrNullIn, rowsIn } from "../../../../kernel/values/built-json.ts";
import { isObject } from "../../../../kernel/values/structure.ts";
import { whenOf } from "../books/rates-tables.ts";
import { ruleOf } from "../books/rules.ts";
import { ratesRule } from "../rates-rule.ts";

/**
 * SQL: the live rules of the given kinds in a row's rates table, as JSON for `rulesIn`.
 * @param row a table or view with `account_id` and `rates_table_id`
 */
export const rulesSource = (row: string, kinds: readonly RatesRuleKind[]) => `(
  select json_agg(json_build_object(
    'id', rates_rules.id, 'kind', rates_rules.kind, 'variables', rates_rules.variables, 'always', rates_rules.always_applied,
    'percentage', (rates_rules.percentage * 100)::bigint, 'fixed_amount', (rates_rules.fixed_amount * 100)::bigint,
    'start', ${epochDay("rates_rules.start_date")}, 'end', ${epochDay("rates_rules.end_date")}, 'periods', (
      select json_agg(json_build_array(periods.season_id, ${epochDay("periods.start_date")}, ${epochDay("periods.end_date")}) order by periods.id)
      from rates_rules_seasons join periods
        on periods.account_id = rates_rules_seasons.account_id and periods.account_id = :account_of(rates_rules_seasons) and periods.season_id = rates_rules_seasons.season_id
      where rates_rules_seasons.account_id = rates_rules.account_id and rates_rules_seasons.account_id = :account_of(rates_rules) and rates_rules_seasons.rates_rule_id = rates_rules.id
        and periods.archived_at is null
    )
  ) order by rates_rules.id)
  from rates_rules
  where rates_rules.account_id = ${row}.account_id and rates_rules.account_id = :account_of(${row}) and rates_rules.rates_table_id = ${row}.rates_table_id
    and rates_rules.deleted_at is null and rates_rules.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})
)`;

/** Parses the JSON of `rulesSource` into the rules of a rate book, by ascending id. */
export function rulesIn(json: unknown): RatesRule[] {
  return Array.isArray(json) ? json.map(ruleIn) : [];
}

const { kind: kinds, variables } = ratesRule.attributes;

function ruleIn(json: unknown): RatesRule {
  if (!isObject(json)) throw new Error("A rule in JSON is not an object.");
  const kind = kinds.narrow(json.kind);
  if (!kind) throw new Error("A rule in JSON has no kind.");
  const periods = new Map<number, { start: number; end: number }[]>();
  for (const [season, start, end] of rowsIn(json.periods)) {
    const ofSeason = periods.get(numberIn(season)) ?? [];
    periods.set(numberIn(season), [...ofSeason, { start: numberIn(start), end: numberIn(end) }]);
  }
  const applying = {
    always_applied: json.always === true,
    start_date: numberOrNullIn(json.start),
    end_date: numberOrNullIn(json.end),
    season_ids: [...periods.keys()],
  };
  return ruleOf(
    {
      id: numberIn(json.id),
      kind,
      variables: variables.narrow(json.variables) ?? null,
      percentage: numberOrNullIn(json.percentage),
      fixed_amount: numberOrNullIn(json.fixed_amount),
    },
    whenOf(applying, periods),
  );
}
