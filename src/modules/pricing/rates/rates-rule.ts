import { boolean, date, decimal, id, oneOf, string, timestamps } from "../../../kernel/attribute.ts";
import { many, one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { ratesRuleKinds } from "./rates-rule-kinds.ts";
import { ruleVariables } from "./rule-variables.ts";

/** A rule on top of nightly rates: it refuses stays, or changes what is paid for them (pricing.md §3; service.md, Rates rule). */
export const ratesRule = defineResource("rates_rules", {
  singular: "rates_rule",
  description:
    "A rule of a rates table that refuses stays or changes their price: always, in seasons, or between two dates.",
  readScopes: ["rates_read", "rates_write"],
  attributes: {
    id: id(),
    kind: oneOf(ratesRuleKinds).required().description("What the rule does; it says what else is needed."),
    // The three ways to apply exclude each other (applicability.ts).
    always_applied: boolean()
      .neverNull()
      .persistedByOperation()
      .description("Use only one of season_ids, always_applied, and start_date with end_date."),
    start_date: date()
      .near()
      .persistedByOperation()
      .description("The first night on which the rule is in force; with end_date."),
    end_date: date().near().persistedByOperation().description("The last night on which the rule is in force."),
    percentage: decimal({ min: -100_00, max: 99_999_99 }).description(
      "What a night's price changes by; needed by some kinds.",
    ),
    fixed_amount: decimal().description(
      "An amount in the rental's currency; needed by additional_person_fixed_per_night.",
    ),
    period_name: string({ maxLength: 50 }).description("What the span between the two dates is called."),
    variables: ruleVariables().description("What the kind needs: days, length and unit, a number of guests."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    rates_table: one("rates_tables").deletedAlong().present().description("The rates table that it belongs to."),
    seasons: many("seasons", {
      through: "rates_rules_seasons",
      ours: "rates_rule_id",
      theirs: "season_id",
    })
      .writtenAs("season_ids")
      .leftByEnded()
      .description("The seasons in which it is in force; a write replaces them all."),
  },
  deletion: { column: "deleted_at", singleRead: "hidden" },
});
