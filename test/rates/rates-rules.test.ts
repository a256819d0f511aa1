import { describe, expect, test } from "vitest";
import type { RatesRuleKind } from "../../src/core/pricing/rules/rates-rule.ts";
import { needsOf, ratesRuleKinds } from "../../src/modules/pricing/rates/rates-rule-kinds.ts";
import { type Json, recordOf } from "../harness/client.ts";
import { linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";
import { aRatesTable, aRule, aSeason, changed, dayAhead, refusal, ruleOf } from "./factories.ts";

const service = useSharedService();
const aManager = async () => service.aClient(await service.anAccount());

const dates = { start_date: dayAhead(400), end_date: dayAhead(402) };

/** A valid value for each attribute that a kind may require. */
const values: Readonly<Record<string, unknown>> = {
  days: [5, 6],
  length: 3,
  unit: "days",
  until_length: 14,
  until_unit: "days",
  occupation_less_than: 3,
  occupation_greater_than: 2,
};

/** A rule with exactly the attributes that its kind requires. */
function complete(kind: RatesRuleKind): Json {
  const needs = needsOf[kind];
  return {
    kind,
    variables: Object.fromEntries(needs.variables.map((name) => [name, values[name]])),
    ...(needs.percentage ? { percentage: "-10.5" } : {}),
    ...(needs.fixedAmount ? { fixed_amount: "15" } : {}),
    ...(needs.fixedPeriod ? dates : { always_applied: true }),
  };
}

describe("a rule of each of the 17 kinds", () => {
  test("defines 17 kinds of rules", () => expect(new Set(ratesRuleKinds).size).toBe(17));

  test.each(ratesRuleKinds)("accepts the rule kind %s with its required attributes and reads it back", async (kind) => {
    const client = await aManager();
    const rule = recordOf(await ruleOf(client, await aRatesTable(client), complete(kind)), "rates_rules");
    const { variables, ...rest } = complete(kind);
    expect(rule).toMatchObject({ ...rest, ...(rest.fixed_amount ? { fixed_amount: "15.0" } : {}) });
    expect(rule.variables).toEqual(variables);
  });

  test.each(ratesRuleKinds)("refuses the rule kind %s without each required attribute, by name", async (kind) => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const { percentage, fixed_amount, variables, start_date, end_date, ...bare } = complete(kind);
    const needs = needsOf[kind];
    const errors: Record<string, unknown> = {};
    if (needs.percentage) errors.percentage = [`can't be blank for ${kind}`];
    if (needs.fixedAmount) errors.fixed_amount = [`can't be blank for ${kind}`];
    if (needs.variables.length > 0)
      errors.variables = needs.variables.map((name) => `${name} can't be blank for ${kind}`);
    if (needs.fixedPeriod) errors.always_applied = ["must be true without season_ids or start_date and end_date"];
    if (Object.keys(errors).length === 0) errors.kind = [];
    expect(refusal(await ruleOf(client, table, bare))).toEqual([422, errors]);
  });

  test.each(ratesRuleKinds.filter((kind) => needsOf[kind].fixedPeriod))(
    "refuses always_applied and seasons for the period rule %s",
    async (kind) => {
      const client = await aManager();
      const table = await aRatesTable(client);
      const season = await aSeason(client, table);
      const sentence = `cannot be used for ${kind}, which requires start_date and end_date`;
      expect(refusal(await ruleOf(client, table, { kind, always_applied: true }))).toEqual([
        422,
        { always_applied: [sentence] },
      ]);
      expect(refusal(await ruleOf(client, table, { kind, season_ids: [season.id] }))).toEqual([
        422,
        { season_ids: [sentence] },
      ]);
    },
  );

  test.each<[Json, Json]>([
    [{ days: [7] }, { variables: ["days must be an array of weekdays from 0 (Sunday) to 6 (Saturday)"] }],
    [{ days: [] }, { variables: ["days must be an array of weekdays from 0 (Sunday) to 6 (Saturday)"] }],
    [{ days: 5 }, { variables: ["days must be an array of weekdays from 0 (Sunday) to 6 (Saturday)"] }],
    [{ days: [5], length: 0 }, { variables: ["length must be greater than or equal to 1"] }],
    [{ days: [5], unit: "weeks" }, { variables: ["unit must be one of: days, months, years"] }],
    [{ days: [5], nights: 2 }, { variables: ["has an unknown variable: nights"] }],
    [{ days: [5], length: 11, unit: "years" }, { variables: ["length must be less than or equal to 10 years"] }],
    [{ days: [5], until_length: 3 }, { variables: ["until_length and until_unit must be used together"] }],
    [
      { days: [9], length: "x" },
      {
        variables: ["days must be an array of weekdays from 0 (Sunday) to 6 (Saturday); length must be an integer"],
      },
    ],
  ])("refuses a rule with the variables %j", async (variables, errors) => {
    const client = await aManager();
    const table = await aRatesTable(client);
    expect(refusal(await ruleOf(client, table, { ...complete("arrival_only"), variables }))).toEqual([422, errors]);
  });

  test.each<[Json, Json]>([
    [{ kind: "free_beer" }, { kind: [expect.stringMatching(/^must be one of: additional_person/)] }],
    [{ kind: null }, { kind: ["can't be blank"] }],
    [{ percentage: "-100.01" }, { percentage: ["must be greater than or equal to -100"] }],
    [{ period_name: "x".repeat(51) }, { period_name: ["is too long (maximum is 50 characters)"] }],
    [{ variables: "days" }, { variables: ["must be an object"] }],
    [{ nights: 3 }, { nights: ["is not an attribute of rates_rules"] }],
  ])("refuses a rule with %j", async (attributes, errors) => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const answer = await ruleOf(client, table, { ...complete("weekend_night"), ...attributes });
    expect(refusal(answer)).toEqual([422, errors]);
  });

  test("stores attributes that the rule's kind does not use, without effect", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    // The registry's sample, without its second applicability, which service.md rules out.
    const sample = {
      always_applied: false,
      percentage: "-20.0",
      fixed_amount: null,
      period_name: "Late Spring",
      kind: "late_booking",
      variables: { days: [1], length: 5, unit: "days" },
    };
    const inSeasons = { ...sample, season_ids: [(await aSeason(client, table)).id] };
    expect(recordOf(await ruleOf(client, table, inSeasons), "rates_rules")).toMatchObject(sample);
    expect(recordOf(await ruleOf(client, table, { ...sample, ...dates }), "rates_rules")).toMatchObject({
      ...sample,
      ...dates,
    });
    expect(refusal(await ruleOf(client, table, { ...inSeasons, ...dates }))[0]).toBe(422);
  });
});

describe("the applicability of a rule", () => {
  test.each<[Json, Json]>([
    [{}, { always_applied: ["must be true without season_ids or start_date and end_date"] }],
    [{ season_ids: [] }, { always_applied: ["must be true without season_ids or start_date and end_date"] }],
    [{ start_date: dayAhead(10) }, { end_date: ["can't be blank with a start_date"] }],
    [{ end_date: dayAhead(10) }, { start_date: ["can't be blank with an end_date"] }],
    [{ start_date: dayAhead(11), end_date: dayAhead(10) }, { start_date: ["must not be after end_date"] }],
    [
      { always_applied: true, start_date: dayAhead(11) },
      { always_applied: ["use only one of season_ids, always_applied and start_date with end_date"] },
    ],
    [{ season_ids: [999_999] }, { season_ids: ["must exist"] }],
  ])("refuses a rule that applies by %j", async (attributes, errors) => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const { always_applied, ...rule } = complete("weekend_night");
    expect(refusal(await ruleOf(client, table, { ...rule, ...attributes }))).toEqual([422, errors]);
  });

  test("replaces a rule's applicability with the one in a change", async () => {
    const client = await aManager();
    const table = await aRatesTable(client);
    const season = await aSeason(client, table);
    const rule = await aRule(client, table);
    const path = `/rates_rules/${rule.id}`;
    const inSeason = await changed(client, path, "rates_rules", { season_ids: [season.id] });
    expect([inSeason.always_applied, linksOf(inSeason).seasons]).toEqual([false, [season.id]]);
    const raised = await changed(client, path, "rates_rules", { percentage: "25" });
    expect([raised.percentage, linksOf(raised).seasons]).toEqual(["25.0", [season.id]]);
    const dated = await changed(client, path, "rates_rules", dates);
    expect([dated, linksOf(dated).seasons]).toEqual([expect.objectContaining(dates), []]);
    const longer = await changed(client, path, "rates_rules", { end_date: dayAhead(500) });
    expect(longer).toMatchObject({ start_date: dates.start_date, end_date: dayAhead(500) });
    expect(refusal(await client.put(path, { rates_rules: [{ start_date: null }] }))).toEqual([
      422,
      { start_date: ["can't be blank with an end_date"] },
    ]);
    const always = await changed(client, path, "rates_rules", { always_applied: true });
    expect(always).toMatchObject({ always_applied: true, start_date: null, end_date: null });
    expect(refusal(await client.put(path, { rates_rules: [{ always_applied: false }] }))).toEqual([
      422,
      { always_applied: ["must be true without season_ids or start_date and end_date"] },
    ]);
    expect(refusal(await client.put(path, { rates_rules: [{ kind: "stay_at_least" }] }))).toEqual([
      422,
      { variables: ["length can't be blank for stay_at_least", "unit can't be blank for stay_at_least"] },
    ]);
  });

  test("refuses seasons of another rates table", async () => {
    const client = await aManager();
    const [table, other] = [await aRatesTable(client), await aRatesTable(client)];
    const [ours, theirs] = [await aSeason(client, table), await aSeason(client, other)];
    const { always_applied, ...rule } = complete("weekend_night");
    expect(refusal(await ruleOf(client, table, { ...rule, season_ids: [ours.id, theirs.id] }))).toEqual([
      422,
      { season_ids: [`must be seasons of the rule's rates table (not: ${theirs.id})`] },
    ]);
  });
});

test("removes a deleted rule from its table and seasons", async () => {
  const client = await aManager();
  const table = await aRatesTable(client);
  const season = await aSeason(client, table);
  const rule = await aRule(client, table, { always_applied: false, season_ids: [season.id] });
  expect((await client.delete(`/rates_rules/${rule.id}`)).status).toBe(204);
  expect((await client.get(`/rates_rules/${rule.id}`)).status).toBe(404);
  expect(linksOf(await read(client, "rates_tables", table.id)).rates_rules).toEqual([]);
  expect(linksOf(await read(client, "seasons", season.id)).rates_rules).toEqual([]);
  const list = await client.get("/rates_rules?updated_since=2020-01-01T00:00:00Z");
  expect(list.json).toMatchObject({ rates_rules: [], meta: { deleted_ids: [rule.id] } });
});
