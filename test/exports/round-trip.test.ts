import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { formatDay } from "../../src/core/day.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { demoOfTheDay, useDemoService } from "../harness/demo.ts";
import { importerInto } from "../imports/importer.ts";
import { exporterFrom } from "./exporter.ts";

/** Moving a whole account (docs/guides/export.md): nothing is lost on the way. */
const service = useDemoService({ endpoints: {} });
const exporting = exporterFrom(service);
const importing = importerInto(service);

const kinds = ["rentals", "clients", "bookings", "payments", "rates"] as const;

test("the demo's account is the same after an export, an import into an empty account and another export", async () => {
  const { today } = await demoOfTheDay();
  const [demo] = await service.sql(
    "select id::integer, selected_locales, default_locale, time_zone from accounts order by id limit 1",
  );
  const from = await service.aClient(Number(demo?.id));
  const { id: _, ...settings } = demo ?? {};
  const into = await service.aClient(await service.anAccount(settings));
  const first = await exporting(from);
  for (const kind of kinds) {
    const report = await importing(into, kind, first.files.get(`${kind}.csv`) ?? "");
    expect(report.problems.slice(0, 5), kind).toEqual([]);
    expect(report.wrong).toBe(0);
  }
  const second = await exporting(into);
  const [before, after] = [withoutIds(first.files), withoutIds(second.files)];
  for (const kind of kinds) {
    // No rental of the demo has its nightly rates managed externally.
    if (kind !== "rates") expect(before[kind]?.length, kind).toBeGreaterThan(0);
    const differing = (before[kind] ?? []).filter((line, index) => !isDeepStrictEqual(line, after[kind]?.[index]));
    expect([after[kind]?.length, differing.slice(0, 3)], kind).toEqual([before[kind]?.length, []]);
  }
  for (const revenue of ["night", "arrival", "booking"])
    expect(await reportsOf(into, revenue, today), revenue).toEqual(await reportsOf(from, revenue, today));
});

/** The lines of an archive's files, sorted, with names in place of ids: an import creates records in another order. */
function withoutIds(files: ReadonlyMap<string, string>): Record<string, Json[]> {
  const linesOf = (kind: string): Json[] =>
    (files.get(`${kind}.jsonl`) ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line): Json => Object(JSON.parse(line)));
  const named = (kind: string) =>
    new Map(linesOf(kind).map(({ external_reference, ...values }) => [external_reference, JSON.stringify(values)]));
  const [rentals, clients] = [named("rentals"), named("clients")];
  const plain = (kind: string, { external_reference, ...values }: Json): Json => ({
    ...values,
    // Bookings keep their reference. The other kinds are named by their ids.
    ...(kind === "bookings" && !String(external_reference).startsWith("blocked-") ? { external_reference } : {}),
    ...(values.rental === undefined ? {} : { rental: rentals.get(values.rental) }),
    ...(values.client === undefined ? {} : { client: clients.get(values.client) }),
  });
  const sorted = (lines: Json[]): Json[] =>
    lines.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)));
  return Object.fromEntries(
    kinds.map((kind) => [kind, sorted(linesOf(kind).map((line) => byName(plain(kind, line))))]),
  );
}

/** A line with its columns in the order of their names. */
const byName = (line: Json): Json =>
  Object.fromEntries(Object.entries(line).toSorted(([one], [other]) => one.localeCompare(other)));

/** The months' reports of four years before and after a day, by a date of revenue. */
async function reportsOf(client: ApiClient, revenue: string, today: number): Promise<unknown> {
  const range = `from=${formatDay(today - 1460)}&to=${formatDay(today + 1460)}`;
  const answer = await client.get(`/reports?${range}&by=month&revenue=total&revenue_on=${revenue}`);
  expect(answer.status, answer.text).toBe(200);
  return recordsOf(answer, "reports").map(({ rows, totals }) => ({ rows, totals }));
}
