import { boolean, date, id, money, oneOf, percentage, string, timestamps } from "../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../kernel/currency-source.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { ratesRuleKinds } from "./rates-rule-kinds.ts";
import { ruleVariables } from "./rule-variables.ts";

/** A rule on top of nightly rates: it refuses stays or changes their price (pricing.md §3; service.md, Rates rule). */
export const ratesRule = defineResource("rates_rules", {
  singular: "rates_rule",
  description:
    "A rule of a rates table that refuses stays or changes their price: always, in seasons, or between two dates.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    kind: oneOf(ratesRuleKinds)
      .required()
      .description("The kind of rule. It determines which other attributes are required."),
    // The three ways to apply exclude each other (applicability.ts).
    always_applied: boolean()
      .neverNull()
      .persistedByOperation()
      .description("Use only one of season_ids, always_applied, and start_date with end_date."),
    start_date: date()
      .near()
      .persistedByOperation()
      .description("The first night on which the rule is in force. Used with end_date."),
    end_date: date().near().persistedByOperation().description("The last night on which the rule is in force."),
    percentage: percentage({ min: -100_00, max: 99_999_99 }).description(
      "The change of a night's price in percent; required by some kinds.",
    ),
    fixed_amount: money().description(
      "An amount in the rental's currency; required by additional_person_fixed_per_night.",
    ),
    period_name: string({ maxLength: 50 }).description("A name for the period from start_date to end_date."),
    variables: ruleVariables().description(
      "The values that the kind requires: days, length and unit, or a number of guests.",
    ),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rates_table: one("rates_tables").deletedAlong().present().description("The rule's rates table."),
    seasons: many("seasons", {
      through: "rates_rules_seasons",
      ours: "rates_rule_id",
      theirs: "season_id",
    })
      .writtenAs("season_ids")
      .leftByEnded()
      .description("The seasons in which the rule is in force. A write replaces the list."),
  },
  currency: currencyOfParent("rates_tables", "rates_table_id"),
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
