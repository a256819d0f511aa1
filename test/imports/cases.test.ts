import { describe, expect, test } from "vitest";
import type { Mapping } from "../../src/modules/records/imports/mapping.ts";
import { type ApiClient, type Json, recordsOf } from "../harness/client.ts";
import { aRental, aSource } from "../harness/factories.ts";
import { onCluster } from "../harness/own-objects.ts";
import { useService } from "../harness/service.ts";
import { waysInto } from "./by-command.ts";
import { caseFile, imported } from "./importing.ts";

/** Files that other systems wrote, each the smallest of its kind of fault. The rates are of nights ahead. */
const service = useService({ endpoints: {}, clock: () => Date.parse("2026-11-28T10:00:00Z") });

const airbnb: Mapping = {
  columns: {
    "Confirmation code": "external_reference",
    Status: "status",
    "Guest name": "client.fullname",
    Contact: "client.phone",
    "# of adults": "adults",
    "# of children": "children",
    "Start date": "start_at",
    "End date": "end_at",
    Listing: "rental",
    Earnings: "final_price",
  },
  values: { status: { Confirmed: "booked", "Canceled by guest": "canceled" } },
  constants: { source: "Airbnb" },
  dates: "MM/DD/YYYY",
  ignore: ["# of infants", "# of nights", "Booked"],
};
const bookingCom: Mapping = {
  columns: {
    "Book number": "external_reference",
    "Guest name(s)": "client.fullname",
    "Check-in": "start_at",
    "Check-out": "end_at",
    Status: "status",
    Adults: "adults",
    Children: "children",
    Price: "final_price",
    "Commission amount": "commission",
    Remarks: "notes",
    "Booker country": "client.country_code",
    "Unit type": "rental",
    "Phone number": "client.phone",
    "Cancellation date": "canceled_at",
  },
  values: { status: { ok: "booked", cancelled_by_guest: "canceled" } },
  constants: { source: "Booking.com" },
  ignore: ["Booked by", "Booked on", "Rooms", "Persons", "Children's age(s)", "Commission %", "Duration (nights)"],
};
const german = (dates: string): Mapping => ({
  columns: {
    Nr: "external_reference",
    Objekt: "rental",
    Anreise: "start_at",
    Abreise: "end_at",
    Gast: "client.fullname",
  },
  dates,
});
const lastNight: Mapping = {
  columns: {
    bookId: "external_reference",
    status: "status",
    firstNight: "start_at",
    lastNight: "last_night",
    numAdult: "adults",
    numChild: "children",
    guestFirstName: "client.firstname",
    guestName: "client.lastname",
    guestEmail: "client.email",
    guestPhone: "client.phone",
    guestComments: "notes",
    price: "final_price",
    commission: "commission",
  },
  values: { status: { "1": "booked", "0": "canceled" } },
  constants: { rental: "Cabin North" },
  ignore: ["referer"],
};
const open: Mapping = {
  columns: {
    Id: "external_reference",
    Name: "client.fullname",
    DateArrival: "start_at",
    DateDeparture: "end_at",
    HouseName: "rental",
    People: "adults",
    TotalAmount: "final_price",
    Currency: "currency",
    Status: "status",
    Email: "client.email",
    Phone: "client.phone",
  },
  values: { status: { Booked: "booked", Open: "tentative", Declined: "canceled" } },
  constants: { tentative_expires_at: "2099-12-31T00:00:00Z" },
  ignore: [
    "Type",
    "Source",
    "SourceText",
    "Nights",
    "InternalCode",
    "House_Id",
    "RoomTypes",
    "DateCreated",
    "CountryName",
  ],
};
const swapped: Mapping = {
  columns: {
    ReservationNo: "external_reference",
    RoomType: "rental",
    CheckIn: "start_at",
    CheckOut: "end_at",
    GuestName: "client.fullname",
    TotalAmount: "final_price",
  },
  dates: "DD/MM/YYYY",
  ignore: ["Channel"],
};

/** An account as the cases have it. */
async function anAccount(): Promise<ApiClient> {
  const client = await service.aClient(await service.anAccount({ time_zone: "Europe/Berlin" }));
  for (const name of ["Cabin North", "Haus am See", "Fischerhaus", "Chalé"])
    await aRental(client, { name, base_rate: "100" });
  await aRental(client, { name: "Sea View Loft", base_rate: "100", currency: "USD" });
  await aRental(client, { name: "Pacific Cabin", base_rate: "100", time_zone: "America/Los_Angeles" });
  await aRental(client, { name: "Dyn Rental", nightly_rates_managed_externally: true });
  for (const name of ["Airbnb", "Booking.com"]) await aSource(client, { name });
  return client;
}

const bookingsOf = async (client: ApiClient): Promise<Map<unknown, Json>> => {
  const answer = await client.get("/bookings?from=2000-01-01&include_canceled=true&include=client");
  return new Map(recordsOf(answer, "bookings").map((booking) => [booking.external_reference, booking]));
};

/** The compared values: the counts, and attributes of bookings by reference. */
interface Case {
  readonly mapping?: Mapping;
  readonly counts: readonly [created: number, updated: number, wrong: number];
  readonly bookings?: Readonly<Record<string, Json>>;
  readonly problems?: readonly Json[];
}

const cases: Readonly<Record<string, Case>> = {
  "amounts.csv": {
    counts: [3, 0, 0],
    bookings: {
      A: { final_price: "1412.5" },
      B: { final_price: "395.2", client: { addresses: [{ country_code: "NO" }] } },
      C: { final_price: "1234.5" },
    },
  },
  "airbnb-export.csv": {
    mapping: airbnb,
    counts: [2, 0, 0],
    bookings: {
      HMABC00001: { final_price: "1412.5", initial_price: "1412.5", start_at: expect.stringContaining("2027-09-19") },
      HMABC00002: { final_price: "0.0", status: "Canceled" },
    },
  },
  "airbnb-booked-on.csv": {
    mapping: {
      ...airbnb,
      columns: { ...airbnb.columns, Booked: "created_at" },
      ignore: ["# of infants", "# of nights"],
    },
    counts: [2, 0, 0],
    bookings: { HMABC00001: { created_at: expect.stringContaining("2026-11-01"), initial_price: "1412.5" } },
  },
  "booking-com-export.csv": {
    mapping: bookingCom,
    counts: [2, 0, 0],
    bookings: {
      "4000111222": {
        final_price: "395.2",
        commission: "59.28",
        status: "Booked",
        notes: 'Late arrival\n"23:00"; parking\nKari Nordmann',
        client: { fullname: "Ola Nordmann", addresses: [{ country_code: "NO" }] },
      },
      "4000111333": { final_price: "300.0", status: "Canceled", canceled_at: "2026-11-20T09:00:00Z" },
    },
  },
  "booking-com-zoneless-time.csv": {
    mapping: { ...bookingCom, ignore: ["Booked on"] },
    counts: [2, 0, 0],
    bookings: { "4000111333": { canceled_at: "2026-11-20T09:00:00Z" } },
  },
  "created-at.csv": { counts: [1, 0, 0], bookings: { K1: { created_at: expect.stringContaining("2026-11-01") } } },
  "currencies.csv": {
    counts: [2, 0, 1],
    problems: [{ line: 4, column: "currency", reason: expect.stringContaining("must be one of") }],
  },
  "day-month-mistaken.csv": { mapping: swapped, counts: [1, 0, 0] },
  "last-night.csv": {
    mapping: lastNight,
    counts: [1, 0, 0],
    bookings: { "70000001": { end_at: expect.stringContaining("2027-10-13"), final_price: "331.88" } },
  },
  "latin1.csv": { counts: [2, 0, 0] },
  "local-times.csv": {
    counts: [1, 0, 0],
    bookings: { e1: { start_at: "2027-10-03T17:00:00Z", end_at: "2027-10-06T11:00:00Z" } },
  },
  "names.csv": { counts: [2, 0, 0] },
  "open-without-end.csv": {
    mapping: open,
    counts: [3, 0, 0],
    bookings: {
      SEP2027001: { status: "Booked", final_price: "450.75" },
      SEP2027002: { status: "Tentative" },
      SEP2027003: { status: "Canceled" },
    },
  },
  "sep-line.csv": { mapping: german("DD.MM.YY"), counts: [1, 0, 0] },
  "spaces.csv": { counts: [2, 0, 0], bookings: { U2: { final_price: "1234.5" } } },
  "status-words.csv": { counts: [2, 0, 0], bookings: { X1: { status: "Canceled" }, X2: { status: "Booked" } } },
  "title-above-names.csv": { counts: [1, 0, 0] },
  "total-only.csv": {
    counts: [1, 0, 0],
    bookings: { LOW1: { initial_price: "80.0", final_rental_price: "80.0", final_price: "80.0" } },
  },
  "trailing-delimiter.csv": { mapping: { ...german("DD.MM.YYYY") }, counts: [1, 0, 0] },
  "two-digit-years.csv": {
    mapping: german("DD.MM.YY"),
    counts: [1, 0, 0],
    bookings: {
      "17": { start_at: expect.stringContaining("2027-03-07"), end_at: expect.stringContaining("2027-03-09") },
    },
  },
  // The stays of lines 2 and 3 share their nights.
  "zoneless-times.csv": {
    mapping: { dates: "MM/DD/YYYY" },
    counts: [2, 0, 1],
    problems: [{ line: 3, column: null, reason: expect.stringContaining("the booking of line 2") }],
    bookings: { U1: { start_at: "2027-12-01T15:00:00Z" }, U3: { start_at: "2027-12-04T15:00:00Z" } },
  },
};

const ways = waysInto(service);

// Both ways read a file by the same code, so the command line tries every fourth.
const tries = Object.entries(cases).flatMap(([name, wanted], nth) =>
  Object.entries(ways)
    .filter(([way]) => way === "API" || nth % 4 === 0)
    .map(([way, imports]) => [name, way, imports, wanted] as const),
);

test.each(tries)("the file %s gives its right answer by the %s", async (name, _, imports, wanted) => {
  const { mapping, counts, bookings, problems = [] } = wanted;
  const client = await anAccount();
  const found = await imports(client, await caseFile(name), { ...(mapping ? { mapping } : {}), skipWrong: true });
  expect(found).toMatchObject({ state: "applied", problems, error: null });
  expect([found.created_count, found.updated_count, found.wrong_count]).toEqual(counts);
  const stored = await bookingsOf(client);
  for (const [reference, attributes] of Object.entries(bookings ?? {}))
    expect(stored.get(reference), reference).toMatchObject(attributes);
});

describe.each(Object.entries(ways))("a guest of the cases by the %s", (_, imports) => {
  const clientsOf = async (client: ApiClient) => recordsOf(await client.get("/clients"), "clients");
  const withoutStatus: Mapping = { ...airbnb, columns: { ...airbnb.columns, Booked: "created_at" } };
  const airbnbFile = async (client: ApiClient, name: string, mapping = airbnb) =>
    imports(client, await caseFile(name), { mapping });

  test("without an address stays one client when the line changes", async () => {
    const client = await anAccount();
    const results: Json[] = [];
    for (const total of [500, 510, 520]) results.push(await airbnbFile(client, `guest-without-email-${total}.csv`));
    expect(results.map((found) => [found.created_count, found.updated_count, found.clients_count])).toEqual([
      [1, 0, 1],
      [0, 1, 0],
      [0, 1, 0],
    ]);
    expect(await clientsOf(client)).toMatchObject([{ fullname: "Nora Repeat" }]);
    expect((await bookingsOf(client)).get("HMREP1")).toMatchObject({ final_price: "520.0" });
  });

  test("is corrected by a corrected line", async () => {
    const client = await anAccount();
    await imports(client, await caseFile("guest-corrected-before.csv"));
    const found = await imports(client, await caseFile("guest-corrected-after.csv"));
    expect(found).toMatchObject({ created_count: 0, updated_count: 1, clients_count: 0 });
    expect(await clientsOf(client)).toMatchObject([
      { fullname: "Tina Sample", phones: [{ number: "+49 170 5550112" }], emails: [{ email: "em@example.com" }] },
    ]);
  });

  test("has a name without title, and in its order", async () => {
    const client = await anAccount();
    await imports(client, await caseFile("names.csv"));
    expect(await clientsOf(client)).toMatchObject([
      { firstname: "Anna-Maria", lastname: "von der Heide" },
      { firstname: "Anna", lastname: "Fischer" },
    ]);
  });

  test("an erased guest stays erased, while dates and price follow the line", async () => {
    const client = await anAccount();
    await airbnbFile(client, "airbnb-booked-on.csv", { ...withoutStatus, ignore: ["# of infants", "# of nights"] });
    const guest = (await clientsOf(client)).find(({ fullname }) => fullname === "Jordan Sample");
    expect((await client.post(`/clients/${guest?.id}/forget`, { clients: [{}] })).status).toBe(200);
    const found = await airbnbFile(client, "forgotten-guest.csv");
    expect(found).toMatchObject({ created_count: 0, updated_count: 1, clients_count: 0, forgotten_count: 1 });
    expect((await bookingsOf(client)).get("HMABC00001")).toMatchObject({ final_price: "1500.0" });
    expect(JSON.stringify(await clientsOf(client))).not.toContain("Jordan");
  });
});

test.each(Object.entries(ways))("rates of one line a night are stored by the %s", async (_, imports) => {
  const client = await anAccount();
  const mapping: Mapping = {
    columns: { Date: "start_date", Price: "nightly_rate", "Min Stay": "minimum_stay" },
    constants: { rental: "Dyn Rental" },
  };
  const file = await caseFile("price-per-night.csv");
  expect(await imports(client, file, { kind: "rates", mapping })).toMatchObject({ updated_count: 2, wrong_count: 0 });
  const home = recordsOf(await client.get("/rentals"), "rentals").find(({ name }) => name === "Dyn Rental");
  const [map] = recordsOf(await client.get(`/nightly_rate_maps/${home?.id}`), "nightly_rate_maps");
  const night = (Date.parse("2027-07-01") - Date.parse(String(map?.start_date))) / 86_400_000;
  const listed = (name: string) =>
    String(map?.[name])
      .split(",")
      .slice(night, night + 2);
  expect([listed("rates_map"), listed("minimum_stays_map")]).toEqual([
    ["180", "195"],
    ["3", "3"],
  ]);
});

// A cluster defers no constraints (docs/design/cluster.md).
describe.skipIf(onCluster())("stays that change places", () => {
  const stays = (...dates: readonly string[]): string =>
    ["external_reference,rental,start_at,end_at", ...dates.map((date, index) => `s${index},Cabin North,${date}`)].join(
      "\n",
    );
  const nights = async (client: ApiClient) =>
    [...(await bookingsOf(client)).values()].map(({ start_at, end_at }) => [
      String(start_at).slice(0, 10),
      String(end_at).slice(0, 10),
    ]);
  const [one, two, three] = ["2027-07-03,2027-07-10", "2027-07-10,2027-07-13", "2027-07-13,2027-07-20"];

  test("are moved by one file, and moved back by another", async () => {
    const client = await anAccount();
    for (const [name, counts] of [
      ["before", [2, 0, 0]],
      ["after", [0, 2, 0]],
      ["before", [0, 2, 0]],
    ] as const) {
      const found = await imported(client, await caseFile(`swap-nights-${name}.csv`));
      expect(found).toMatchObject({ state: "applied", problems: [] });
      expect([found.created_count, found.updated_count, found.unchanged_count]).toEqual(counts);
    }
  });

  test("may go round in a circle, and leave their nights to a new stay", async () => {
    const client = await anAccount();
    await imported(client, stays(one, two, three));
    const round = await imported(client, stays(two, three, "2027-07-20,2027-07-27", one));
    expect(round).toMatchObject({ state: "applied", created_count: 1, updated_count: 3 });
    expect(await nights(client)).toHaveLength(4);
    const turned = await imported(client, stays(three, one, two, "2027-08-01,2027-08-03"));
    expect(turned).toMatchObject({ state: "applied", updated_count: 4 });
  });

  test("are refused by their lines if two then share a night", async () => {
    const client = await anAccount();
    await imported(client, stays(one, two, three));
    const before = await nights(client);
    const found = await imported(client, stays(two, "2027-07-04,2027-07-11", three));
    expect(found).toMatchObject({ state: "checked", created_count: 0 });
    expect(found.problems).toContainEqual({
      ...{ line: 3, column: null },
      reason: "the nights are taken by the booking of line 2",
    });
    expect(await nights(client)).toEqual(before);
  });
});
