import { type Answer, type ApiClient, type Json, recordOf } from "../harness/client.ts";
import { created } from "../harness/factories.ts";

/** A day relative to today: periods cannot lie as far ahead as the fixed dates in other tests. */
export function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

export const aRatesTable = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/rates_tables", "rates_tables", { name: "Seaside", ...attributes });

export const aSeason = (client: ApiClient, table: Json, attributes: Json = {}) =>
  created(client, `/rates_tables/${table.id}/seasons`, "seasons", {
    name_en: "Summer",
    ratio_percentage: "150",
    minimum_stay: 7,
    ...attributes,
  });

/** A period from one day to another, counted from today. */
export const aPeriod = (client: ApiClient, season: Json, start: number, end: number) =>
  created(client, `/seasons/${season.id}/periods`, "periods", { start_date: dayAhead(start), end_date: dayAhead(end) });

/** Posts a period and returns the response, refused or not. */
export const periodOf = (client: ApiClient, season: Json, start: number, end: number): Promise<Answer> =>
  client.post(`/seasons/${season.id}/periods`, {
    periods: [{ start_date: dayAhead(start), end_date: dayAhead(end) }],
  });

export const aRule = (client: ApiClient, table: Json, attributes: Json = {}) =>
  created(client, `/rates_tables/${table.id}/rates_rules`, "rates_rules", { ...weekend, ...attributes });

export const weekend = { kind: "weekend_night", percentage: "20", variables: { days: [5, 6] }, always_applied: true };

/** A rates table at the base rate for 90 days, with one rule. */
export async function aGuardedTable(client: ApiClient, rule: Json): Promise<Json> {
  const table = await aRatesTable(client);
  const season = await aSeason(client, table, { ratio_percentage: "100", minimum_stay: 1 });
  await aPeriod(client, season, 1, 90);
  await aRule(client, table, { percentage: null, ...rule });
  return table;
}

/** Posts a rule and returns the response, refused or not. */
export const ruleOf = (client: ApiClient, table: Json, attributes: Json): Promise<Answer> =>
  client.post(`/rates_tables/${table.id}/rates_rules`, { rates_rules: [attributes] });

export const aTaxOf = (client: ApiClient, attributes: Json = {}) =>
  created(client, "/taxes", "taxes", {
    name_en: "VAT",
    percentage: "10",
    kind: "value_added",
    start_date: dayAhead(-1000),
    ...attributes,
  });

/** Changes a record and returns it from the response. */
export async function changed(client: ApiClient, path: string, root: string, attributes: Json): Promise<Json> {
  const answer = await client.put(path, { [root]: [attributes] });
  if (answer.status !== 200) throw new Error(`PUT ${path} answered ${answer.status}: ${answer.text}`);
  return recordOf(answer, root);
}

/** The status and errors of a response. */
export const refusal = (answer: Answer): [number, unknown] => [answer.status, answer.json.errors];
