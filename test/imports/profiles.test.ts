import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { profileNames } from "../../src/modules/records/imports/profiles/profile-names.ts";
import { profileMapping, recognizedProfile } from "../../src/modules/records/imports/profiles/profiles.ts";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aRental } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { ended, imported } from "./importing.ts";

/** A sample of each system's export, by its columns, with invented guests. */
const service = useService({ endpoints: {} });
const sample = (name: string): Promise<Buffer> => readFile(join(import.meta.dirname, "profiles", `${name}.csv`));

/** The expected bookings of each sample, by reference. */
const expected: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  airbnb: {
    HMPRF00001: { status: "Booked", final_price: "1412.5", initial_price: "1412.5", end_at: "2027-09-26T10:00:00Z" },
    HMPRF00002: { status: "Canceled", final_price: "0.0" },
    HMPRF00003: { status: "Booked", created_at: "2026-08-01T00:00:00Z" },
  },
  booking_com: {
    "4100000001": { status: "Booked", final_price: "395.2", commission: "59.28", client: { fullname: "Ola Nordmann" } },
    "4100000002": { status: "Canceled", canceled_at: "2026-11-20T09:00:00Z" },
    "4100000003": { status: "Canceled", final_price: "120.0" },
  },
  vrbo: {
    "HA-PRF001": { status: "Booked", final_price: "1400.0", client: { fullname: "Pat Sample" } },
    "HA-PRF002": { status: "Canceled" },
  },
  lodgify: {
    SEP2027001: { status: "Booked", final_price: "450.75", client: { addresses: [{ country_code: "ES" }] } },
    SEP2027003: { status: "Canceled" },
  },
  smoobu: {
    "90001": { status: "Booked", final_price: "1234.5", commission: "185.18", notes: "Später Check-in" },
    "90002": { final_price: "200.0", client: { fullname: "Jörg Beispiel" } },
  },
  guesty: {
    "GY-PRF01": {
      source: { name: "Airbnb" },
      start_at: "2027-05-01T16:00:00Z",
      final_price: "1050.0",
      paid_amount: "500.0",
    },
    "GY-PRF02": { status: "Canceled", paid_amount: "0.0" },
  },
  hostaway: {
    "7000001": { status: "Booked", final_price: "330.5", client: { fullname: "Max Sample" } },
    "7000002": { status: "Canceled" },
    "7000003": { status: "Unavailable", final_price: null },
  },
  ownerrez: {
    ORB100001: { status: "Booked", final_price: "2100.0", paid_amount: "1050.0", payment_left_to_collect: "1050.0" },
    ORB100002: { status: "Canceled", client: { fullname: "Alex Sample" } },
  },
  beds24: {
    "70000001": { status: "Booked", end_at: "2027-10-13T10:00:00Z", final_price: "331.88" },
    "70000002": { status: "Canceled" },
    "70000003": { status: "Unavailable" },
  },
};

describe("the export of", () => {
  test.each(profileNames)("%s is recognized by its header, and imported without a mapping", async (name) => {
    const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
    const currency = name === "ownerrez" ? "USD" : "EUR";
    await aRental(client, { name: "Sea House", currency, checkin_time: 16, checkout_time: 10 });
    const found = await imported(client, await sample(name));
    expect(found).toMatchObject({ state: "applied", profile: name, problems: [], error: null });
    expect(found.columns).toSatisfy((columns: readonly Json[]) =>
      columns.every(({ attribute, ignored }) => attribute !== null || ignored === true),
    );
    const answer = await client.get("/bookings?from=2000-01-01&include_canceled=true&include=client,source");
    const stored = new Map(recordsOf(answer, "bookings").map((booking) => [booking.external_reference, booking]));
    expect([...stored.keys()].toSorted()).toEqual(Object.keys(expected[name] ?? {}).toSorted());
    for (const [reference, attributes] of Object.entries(expected[name] ?? {}))
      expect(stored.get(reference), reference).toMatchObject(attributes);
  });
});

describe("Vrbo's line for each payout", () => {
  const line = (reference: string, payout: string, gross: string): string =>
    `"Sea House","1","1 Harbour Road","${reference}","Pat","Sample","Reserved","Jul 3, 2027","Jul 10, 2027","7","${payout}","${gross}","10.00","${gross}","0.00","0.00","EUR"`;

  test("makes one booking with a payment each, its total their sum; a payout to come is no payment yet", async () => {
    const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
    await aRental(client, { name: "Sea House", currency: "EUR" });
    const [names = ""] = (await sample("vrbo")).toString("utf8").split("\n");
    const file = (...lines: string[]): string => `${[names, ...lines].join("\n")}\n`;
    const paidLater = line("HA-TWO001", "Jul 4, 2040", "300.00");
    const first = file(
      line("HA-TWO001", "Jan 5, 2026", "700.00"),
      line("HA-TWO001", "Feb 5, 2026", "400.00"),
      paidLater,
    );
    const found = await imported(client, first);
    expect(found).toMatchObject({ state: "applied", created_count: 1, wrong_count: 0, clients_count: 1 });
    expect(found.sample).toMatchObject({ totals: [{ currency: "EUR", amount: "1400.0" }] });
    const stored = async () => {
      const [booking, ...others] = recordsOf(await client.get("/bookings?from=2000-01-01"), "bookings");
      const payments = recordsOf(await client.get("/payments"), "payments").map(({ amount_in_cents: cents }) => cents);
      return { others, total: booking?.final_price, paid: booking?.paid_amount, payments: payments.toSorted() };
    };
    const before = { others: [], total: "1400.0", paid: "1100.0", payments: [40_000, 70_000] };
    expect(await stored()).toEqual(before);
    expect(await imported(client, first)).toMatchObject({ created_count: 0, updated_count: 0, unchanged_count: 1 });
    const paid = file(
      line("HA-TWO001", "Jan 5, 2026", "700.00"),
      line("HA-TWO001", "Feb 5, 2026", "400.00"),
      line("HA-TWO001", "Mar 5, 2026", "300.00"),
    );
    expect(await imported(client, paid)).toMatchObject({ created_count: 0, updated_count: 1, unchanged_count: 0 });
    expect(await stored()).toEqual({ ...before, paid: "1400.0", payments: [30_000, 40_000, 70_000] });
  });
});

describe("Vrbo's payouts of another time", () => {
  const line = (payout: string, gross: string): string =>
    `"Sea House","1","1 Harbour Road","HA-TWO001","Pat","Sample","Reserved","Jul 3, 2027","Jul 10, 2027","7","${payout}","${gross}","10.00","${gross}","0.00","0.00","EUR"`;

  test.each([
    ["Payout date", "is another payment than that of 2026-01-05 in an earlier file", ["Mar 5, 2026", "300.00"]],
    ["Reservation ID", "has more payments from an earlier file", ["Jan 5, 2026", "700.00"]],
  ] as const)("replace no earlier ones: %s %s", async (column, reason, [day, amount]) => {
    const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
    await aRental(client, { name: "Sea House", currency: "EUR" });
    const [names = ""] = (await sample("vrbo")).toString("utf8").split("\n");
    await imported(client, [names, line("Jan 5, 2026", "700.00"), line("Feb 5, 2026", "400.00")].join("\n"));
    const lines = column === "Payout date" ? [line(day, amount), line("Apr 5, 2026", "50.00")] : [line(day, amount)];
    const found = await imported(client, [names, ...lines].join("\n"));
    expect(found.state).toBe("checked");
    expect(found.problems).toContainEqual({
      ...{ line: 2, column },
      reason: `${reason}: import one file with all payments of the booking`,
    });
    const [booking] = recordsOf(await client.get("/bookings?from=2000-01-01"), "bookings");
    expect(booking).toMatchObject({ final_price: "1100.0", paid_amount: "1100.0" });
    const corrected = [names, line("Jan 5, 2026", "650.00"), line("Feb 5, 2026", "400.00")].join("\n");
    expect(await imported(client, corrected)).toMatchObject({ state: "applied", updated_count: 1 });
  });
});

const airbnbHeader = [
  ...["Confirmation code", "Status", "Guest name", "Contact", "# of adults", "# of children", "# of infants"],
  ...["Start date", "End date", "# of nights", "Booked", "Listing", "Earnings"],
];

test("each part of a profile can be changed, and an unknown column stays open", async () => {
  const client = await service.aClient(await service.anAccount());
  await aRental(client, { name: "Sea House" });
  const file = (await sample("airbnb"))
    .toString("utf8")
    .replace(/$/m, ",Mood")
    .replaceAll(/(€[\d.]+|"€[^"]+")$/gm, "$1,fine");
  const open = await imported(client, file);
  expect(open).toMatchObject({ state: "needs_mapping", profile: "airbnb", created_count: 0 });
  expect(open.columns).toContainEqual(expect.objectContaining({ name: "Mood", attribute: null, ignored: false }));
  const mapping = profileMapping("airbnb", ["Mood", ...airbnbHeader]);
  const changed = await client.put(`/imports/${open.id}`, {
    imports: [{ mapping: { ...mapping, columns: { ...mapping.columns, Mood: "notes" } } }],
  });
  expect(recordOf(changed, "imports")).toMatchObject({ state: "checking" });
  expect(await ended(client, open.id)).toMatchObject({ state: "checked", created_count: 3, profile: "airbnb" });
});

test("a header of several systems' columns, or of none, is no profile's", () => {
  expect(recognizedProfile(["external_reference", "rental", "start_at"], "bookings")).toBeUndefined();
  expect(recognizedProfile(["BOOKID ", "firstnight", "LastNight"], "bookings")).toBe("beds24");
  expect(recognizedProfile(["bookId", "firstNight", "lastNight"], "clients")).toBeUndefined();
});
