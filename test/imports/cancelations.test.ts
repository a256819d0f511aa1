import { describe, expect, test } from "vitest";
import { type ApiClient, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { imported } from "./importing.ts";

/** Bookings that one export cancels and a later one confirms (docs/guides/import.md, Bookings). */
const service = useService({ endpoints: {}, clock: () => Date.parse("2026-11-28T10:00:00Z") });

const names = "external_reference,rental,start_at,end_at,status,canceled_at,tentative_expires_at";
const file = (...lines: readonly string[]): string => `${[names, ...lines].join("\n")}\n`;
const [week, within] = ["Villa,2027-07-03,2027-07-10", "Villa,2027-07-05,2027-07-09"];

async function anAccount(): Promise<ApiClient> {
  const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
  await aRental(client, { name: "Villa", base_rate: "100" });
  return client;
}

const states = async (client: ApiClient): Promise<Record<string, unknown>> => {
  const answer = await client.get("/bookings?from=2000-01-01&include_canceled=true");
  return Object.fromEntries(
    recordsOf(answer, "bookings").map(({ external_reference: reference, status }) => [reference, status]),
  );
};

const reinstates = (line: number) => ({
  ...{ line, column: null },
  reason: "the booking was canceled: the line reinstates it",
});

describe("a canceled booking", () => {
  test.each([
    ["confirmed", "Confirmed", "Booked"],
    ["blocked", "Owner stay", "Unavailable"],
  ])("is %s again by a later file, with a warning, and only once", async (_, word, status) => {
    const client = await anAccount();
    await imported(client, file(`A,${week},Canceled,2026-11-02,`));
    const again = file(`A,${week},${word},,`);
    const found = await imported(client, again);
    expect(found).toMatchObject({ state: "applied", updated_count: 1, warnings: [reinstates(2)] });
    expect(await states(client)).toEqual({ A: status });
    expect(await imported(client, again)).toMatchObject({ unchanged_count: 1, warnings: [] });
  });

  test("stays canceled if a later line says nothing of its state", async () => {
    const client = await anAccount();
    await imported(client, file(`A,${week},Canceled,,`));
    expect(await imported(client, file(`A,${within},,,`))).toMatchObject({ updated_count: 1, warnings: [] });
    expect(await states(client)).toEqual({ A: "Canceled" });
  });

  test("stays canceled while another stay has its nights", async () => {
    const client = await anAccount();
    await imported(client, file(`A,${week},Canceled,,`, `B,${within},Confirmed,,`));
    const found = await imported(client, file(`A,${week},Confirmed,,`, `B,${within},Confirmed,,`));
    expect(found).toMatchObject({ state: "checked", wrong_count: 1 });
    expect(found.problems).toEqual([
      { line: 2, column: null, reason: "the nights are taken by the booking of line 3" },
    ]);
    expect(await states(client)).toEqual({ A: "Canceled", B: "Booked" });
  });
});

test("a hold that expired is confirmed by a later file", async () => {
  const client = await anAccount();
  await imported(client, file(`A,${week},Option,,2027-01-01`));
  await service.sql("update bookings set tentative_expires_at = now() - interval '1 hour' where account_id = $1", [
    client.account,
  ]);
  expect(await states(client)).toEqual({ A: "Canceled" });
  expect(await imported(client, file(`A,${week},Confirmed,,`))).toMatchObject({ warnings: [reinstates(2)] });
  expect(await states(client)).toEqual({ A: "Booked" });
});

// A cluster defers no constraints (docs/design/cluster.md).
test.skipIf(onCluster()).each([
  ["by its state", "Canceled,"],
  ["by its time alone", ",2026-11-20"],
])("a stay takes nights that a later line frees %s", async (_, ending) => {
  const client = await anAccount();
  await imported(client, file(`A,${week},,,`, `C,${within},Canceled,,`));
  const found = await imported(client, file(`B,${within},,,`, `A,${week},${ending},`));
  expect(found).toMatchObject({ state: "applied", created_count: 1, updated_count: 1, problems: [] });
  const back = await imported(client, file(`B,${within},Canceled,,`, `C,${within},Confirmed,,`));
  expect(back).toMatchObject({ state: "applied", updated_count: 2, warnings: [reinstates(3)] });
  expect(await states(client)).toEqual({ A: "Canceled", B: "Canceled", C: "Booked" });
});

test("a cancelation to come is refused, and one in a line with another state", async () => {
  const found = await imported(await anAccount(), file(`A,${week},Canceled,2027-02-01,`, `B,${week},ok,2026-02-01,`));
  expect(found.problems).toEqual([
    { line: 2, column: "canceled_at", reason: "must not be in the future" },
    { line: 3, column: "canceled_at", reason: "must be blank in a line with the status booked" },
  ]);
});
