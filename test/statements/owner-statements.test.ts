import { describe, expect, test } from "vitest";
import { csvOf } from "../../src/core/csv.ts";
import { errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, booking, linksOf } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { aPayment, cash } from "../payments/factories.ts";

/** `GET /owner_statements` (conventions.md, Resources beyond the catalogue). The clock shows 2027-03-10, noon. */
const noon = "2027-03-10T12:00:00Z";
let moment = noon;
const service = useService({ clock: () => Date.parse(moment) });
const aManager = async () => service.aClient(await service.anAccount());
type Client = Awaited<ReturnType<typeof aManager>>;

const statement = async (client: Client, rental: Json, month: string) =>
  recordOf(await client.get(`/owner_statements?rental_id=${rental.id}&month=${month}`), "owner_statements");
const listIn = (record: Json, name: string): Json[] => [record[name]].flat().map((item) => ({ ...Object(item) }));
const [stays, totals] = ["stays", "totals"].map((name) => (record: Json) => listIn(record, name));

/** A stay that spans two months. */
const overNewYear = { start_at: "2090-12-30T16:00:00Z", end_at: "2091-01-02T10:00:00Z" };
const inJanuary = (from: number, to: number) => ({
  start_at: `2090-01-${String(from).padStart(2, "0")}T16:00:00Z`,
  end_at: `2090-01-${String(to).padStart(2, "0")}T10:00:00Z`,
});
const plain = { bookings_fees: [], bookings_taxes: [] };

/** A stay of four nights for 1000 minus 10%, with two fees, two taxes and additional attributes. */
async function aFullStay(client: Client, rental: Json, attributes: Json = {}): Promise<Json> {
  const stay = await aBooking(client, rental, {
    ...inJanuary(30, 31),
    end_at: "2090-02-03T10:00:00Z",
    booked: true,
    initial_price: "1000",
    discount: "10%",
    bookings_fees: [
      { price: "50", times_booked: 1, name: "Cleaning", kind: "cleaning" },
      { price: "10", times_booked: 2, name: "Dog", kind: "other" },
    ],
    bookings_taxes: [
      { amount: "21", included: true },
      { amount: "8.01", included: false },
    ],
    commission: "100",
    ...attributes,
  });
  await service.sql("update bookings set payment_charge_commission = 13.37 where id = $1", [stay.id]);
  await service.sql(
    "update bookings_fees set commission = 7, payback_to_owner = 40 where booking_id = $1 and name ->> 'en' = 'Cleaning'",
    [stay.id],
  );
  return stay;
}

describe("a stay of one month", () => {
  test("lists a stay with its nights, the guest's price and each party's share", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: "Cottage" });
    const stay = await aBooking(client, rental, {
      ...inJanuary(4, 7),
      booked: true,
      initial_price: "100",
      commission: "15",
      ...plain,
    });
    const record = await statement(client, rental, "2090-01");
    const amounts = {
      rental_revenue: "100.0",
      fees: "0.0",
      taxes_on_top: "0.0",
      difference: "0.0",
      final_price: "100.0",
      taxes: "0.0",
      commission: "15.0",
      payment_charge_commission: "0.0",
      payback_to_owner: "85.0",
      kept_by_manager: "0.0",
      fees_commission: "0.0",
      fees_payback_to_owner: "0.0",
      disputes_lost: "0.0",
      disputes_open: "0.0",
    };
    expect(record).toEqual({
      links: { account: client.account, rental: rental.id },
      month: "2090-01",
      first_night: "2090-01-01",
      last_night: "2090-01-31",
      rental_name: "Cottage",
      mailed_at: null,
      stays: [
        {
          booking_id: stay.id,
          reference: stay.reference,
          status: "Booked",
          arrival: "2090-01-04",
          departure: "2090-01-07",
          nights: 3,
          nights_of_stay: 3,
          currency: "EUR",
          ...amounts,
          revenue_by_night: [
            { night: "2090-01-04", rental_revenue: "33.33" },
            { night: "2090-01-05", rental_revenue: "33.34" },
            { night: "2090-01-06", rental_revenue: "33.33" },
          ],
        },
      ],
      totals: [{ currency: "EUR", stays: 1, nights: 3, ...amounts }],
    });
  });

  test("leaves a goodwill refund with the manager, unless the booking says what the owner gets", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental, { ...inJanuary(4, 7), booked: true, initial_price: "300", ...plain });
    const paid = await aPayment(client, stay, cash(30_000));
    const gift = { amount_in_cents: 6_000, reduce_price: true };
    expect((await client.post(`/payments/${paid.id}/refund`, { payments: [gift] })).status).toBe(201);
    const line = async () => listIn(await statement(client, rental, "2090-01"), "stays")[0];
    const amounts = { rental_revenue: "300.0", fees: "-60.0", final_price: "240.0" };
    expect(await line()).toMatchObject({ ...amounts, payback_to_owner: "300.0", kept_by_manager: "-60.0" });
    await client.put(`/bookings/${stay.id}`, { bookings: [{ rental_payback_to_owner: "250" }] });
    expect(await line()).toMatchObject({ ...amounts, payback_to_owner: "250.0", kept_by_manager: "-10.0" });
  });

  test("excludes holds and unavailable blocks from a statement", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, { ...inJanuary(1, 2), unavailable: true });
    await aBooking(client, rental, {
      ...inJanuary(3, 4),
      tentative_expires_at: "2089-01-01T00:00:00Z",
      initial_price: "9",
    });
    const canceled = await aBooking(client, rental, { ...inJanuary(5, 6), booked: true, initial_price: "9" });
    await client.delete(`/bookings/${canceled.id}`);
    expect(await statement(client, rental, "2090-01")).toMatchObject({ stays: [], totals: [] });
  });
});

describe("a stay over two months", () => {
  test("splits a stay over two months by nights into parts that add up to the whole", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aFullStay(client, rental);
    const parts = [await statement(client, rental, "2090-01"), await statement(client, rental, "2090-02")];
    const [january, february] = parts.map((record) => stays?.(record)[0] ?? {});
    expect([january?.nights, february?.nights, january?.nights_of_stay]).toEqual([2, 2, 4]);
    const sums: Readonly<Record<string, string>> = {
      rental_revenue: "900",
      fees: "70",
      taxes_on_top: "8.01",
      final_price: "978.01",
      taxes: "29.01",
      commission: "100",
      payment_charge_commission: "13.37",
      // 900 minus 21 of included taxes, 93 of commission and the charge, plus 40 of the cleaning fee.
      payback_to_owner: "812.63",
      kept_by_manager: "23",
      fees_commission: "7",
      fees_payback_to_owner: "40",
    };
    for (const [name, sum] of Object.entries(sums)) {
      const cents = parts.map((record) => Math.round(Number(totals?.(record)[0]?.[name]) * 100));
      expect((cents[0] ?? 0) + (cents[1] ?? 0), name).toBe(Math.round(Number(sum) * 100));
    }
    expect([january?.taxes_on_top, february?.taxes_on_top]).toEqual(["4.01", "4.0"]);
  });

  test("lists a stay over the turn of the year in both months", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, { ...overNewYear, booked: true, initial_price: "100", ...plain });
    const [before, after] = [await statement(client, rental, "2090-12"), await statement(client, rental, "2091-01")];
    expect(totals?.(before)).toMatchObject([{ nights: 2, payback_to_owner: "66.67" }]);
    expect(totals?.(after)).toMatchObject([{ nights: 1, payback_to_owner: "33.33" }]);
  });
});

describe("the owner's share", () => {
  test.each([
    ["final_payback_to_owner if it is set", { final_payback_to_owner: "700", rental_payback_to_owner: "600" }, "700.0"],
    ["rental_payback_to_owner plus the fees' payback", { rental_payback_to_owner: "600" }, "640.0"],
    ["the price less taxes and commissions by default", {}, "812.63"],
    ["zero if final_payback_to_owner is zero", { final_payback_to_owner: "0" }, "0.0"],
  ])("pays the owner %s", async (_, attributes, payback) => {
    const client = await aManager();
    const rental = await aRental(client);
    await aFullStay(client, rental, { ...attributes, ...inJanuary(4, 8) });
    expect(stays?.(await statement(client, rental, "2090-01"))).toMatchObject([{ payback_to_owner: payback }]);
  });

  test("assigns the difference to an agreed final price to the manager", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    await aBooking(client, rental, {
      ...inJanuary(1, 2),
      booked: true,
      initial_price: "100",
      final_price: "90",
      ...plain,
    });
    expect(stays?.(await statement(client, rental, "2090-01"))).toMatchObject([
      {
        rental_revenue: "100.0",
        difference: "-10.0",
        final_price: "90.0",
        payback_to_owner: "100.0",
        kept_by_manager: "-10.0",
      },
    ]);
  });

  test("splits the money kept from a canceled stay in the same proportion over its planned nights", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const stay = await aBooking(client, rental, {
      ...inJanuary(1, 4),
      booked: true,
      initial_price: "300",
      commission: "30",
      ...plain,
    });
    await service.sql("update bookings set paid_amount = 100 where id = $1", [stay.id]);
    await client.delete(`/bookings/${stay.id}`);
    const record = await statement(client, rental, "2090-01");
    expect(stays?.(record)).toMatchObject([
      {
        status: "Canceled",
        nights: 0,
        nights_of_stay: 3,
        rental_revenue: "100.0",
        final_price: "100.0",
        commission: "10.0",
        payback_to_owner: "90.0",
        revenue_by_night: [{ rental_revenue: "33.33" }, { rental_revenue: "33.34" }, { rental_revenue: "33.33" }],
      },
    ]);
    expect(totals?.(record)).toMatchObject([{ stays: 0, nights: 0, rental_revenue: "100.0" }]);
  });
});

test("totals each currency separately and yen without decimals", async () => {
  const client = await aManager();
  const rental = await aRental(client);
  const stay = { booked: true, ...plain };
  await aBooking(client, rental, { ...inJanuary(1, 4), ...stay, initial_price: "100" });
  await aBooking(client, rental, { ...inJanuary(4, 7), ...stay, initial_price: "1000", currency: "JPY" });
  await aBooking(client, rental, { ...inJanuary(7, 8), ...stay, initial_price: "1" });
  const record = await statement(client, rental, "2090-01");
  expect(totals?.(record)).toMatchObject([
    { currency: "EUR", stays: 2, nights: 4, rental_revenue: "101.0" },
    { currency: "JPY", stays: 1, nights: 3, rental_revenue: "1000.0" },
  ]);
  expect(stays?.(record)[1]?.revenue_by_night).toMatchObject(
    ["333.0", "334.0", "333.0"].map((amount) => ({ rental_revenue: amount })),
  );
});

describe("a request for statements", () => {
  test("returns a statement for each of the account's rentals, deleted ones included, and ignores foreign ones", async () => {
    const [client, stranger] = [await aManager(), await aManager()];
    const [one, gone, theirs] = [await aRental(client), await aRental(client), await aRental(stranger)];
    await client.delete(`/rentals/${gone.id}`);
    await booking(stranger, theirs, { booked: true });
    const answer = await client.get(`/owner_statements?rental_id=${gone.id},${theirs.id},${one.id}&month=2090-01`);
    const found = recordsOf(answer, "owner_statements");
    expect(found.map((record) => linksOf(record).rental)).toEqual([one.id, gone.id]);
    expect(answer.text).not.toContain(`"rental":${theirs.id}`);
  });

  test("defaults to the previous month", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const answer = await client.get(`/owner_statements?rental_id=${rental.id}&fields=month,last_night`);
    expect(recordsOf(answer, "owner_statements")).toEqual([{ month: "2027-02", last_night: "2027-02-28" }]);
  });

  test.each([
    ["2027-02-28T10:05:00Z", "Pacific/Kiritimati", "2027-02"],
    ["2027-03-01T09:55:00Z", "Pacific/Honolulu", "2027-01"],
    ["2027-12-31T11:00:00Z", "Pacific/Auckland", "2027-12"],
  ])("at %s defaults to the previous month of an account in %s: %s", async (instant, time_zone, month) => {
    const client = await service.aClient(await service.anAccount({ time_zone }));
    const rental = await aRental(client);
    moment = instant;
    const answer = await client.get(`/owner_statements?rental_id=${rental.id}&fields=month`);
    moment = noon;
    expect(recordsOf(answer, "owner_statements")).toEqual([{ month }]);
  });

  test.each([
    ["", "rental_id is required"],
    ["rental_id=", "rental_id is required"],
    ["rental_id=x", "rental_id must be an array of ids"],
    [`rental_id=${Array.from({ length: 101 }, (_, index) => index + 1)}`, "has 101 rentals. Send at most 100"],
    ["rental_id=1&month=2027-13", "month must be a month such as 2027-07"],
    ["rental_id=1&month=2027", "month must be a month such as 2027-07"],
    ["rental_id=1&month=1969-12", "month must be a month such as 2027-07"],
    ["rental_id=1&month=2200-01", "month must be a month such as 2027-07"],
    ["rental_id=1&fields=id", "fields names id"],
    ["rental_id=1&format=pdf", "format must be one of: json, csv"],
    ["rental_id=1&format=csv&fields=month", "fields is not supported for CSV"],
    ["rental_id=1&until=2090-01-01", "Unknown parameter until"],
  ])("refuses the statement query %s", async (query, problem) => {
    const answer = await (await aManager()).get(`/owner_statements?${query}`);
    expect([answer.status, errorsOf(answer)]).toEqual([
      400,
      [{ code: "bad_request", details: expect.stringContaining(problem) }],
    ]);
  });
});

describe("a statement as CSV", () => {
  const csv = { accept: "text/csv" };

  test("exports a CSV line per stay, night and total and escapes spreadsheet formulas", async () => {
    const client = await aManager();
    const rental = await aRental(client, { name: '=1+1,"Cottage"' });
    const stay = await aBooking(client, rental, {
      ...inJanuary(4, 6),
      booked: true,
      initial_price: "100",
      final_price: "90.5",
      ...plain,
    });
    const path = `/owner_statements?rental_id=${rental.id}&month=2090-01`;
    const answer = await client.get(path, csv);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="owner_statements_2090-01.csv"',
    ]);
    const about = `2090-01,${rental.id},"'=1+1,""Cottage"""`;
    const booked = `${stay.id},${stay.reference},Booked,2090-01-04,2090-01-06`;
    const amounts = "100.0,0.0,0.0,-9.5,90.5,0.0,0.0,0.0,100.0,-9.5,0.0,0.0,0.0,0.0";
    expect(plainWords(answer.text).split("\r\n")).toEqual([
      "line,month,rental_id,rental_name,booking_id,reference,status,arrival,departure,nights,nights_of_stay,currency,stays,night,rental_revenue,fees,taxes_on_top,difference,final_price,taxes,commission,payment_charge_commission,payback_to_owner,kept_by_manager,fees_commission,fees_payback_to_owner,disputes_lost,disputes_open",
      `stay,${about},${booked},2,2,EUR,,,${amounts}`,
      `night,${about},${booked},,,EUR,,2090-01-04,50.0,,,,,,,,,,,,,`,
      `night,${about},${booked},,,EUR,,2090-01-05,50.0,,,,,,,,,,,,,`,
      `total,${about},,,,,,2,,EUR,1,,${amounts}`,
      "",
    ]);
    expect((await client.get(`${path}&format=csv`, { accept: "application/json" })).text).toBe(answer.text);
    const marked = await fetch(`${service.url}/api/v3${path}&format=csv_with_bom`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    const bytes = Buffer.from(await marked.arrayBuffer());
    expect(bytes.subarray(0, 3).toString("hex")).toBe("efbbbf");
    expect(bytes.subarray(3).toString()).toBe(answer.text);
  });

  test.each([..."=+-@＝＋－＠"])("escapes a CSV cell that begins with %s", (sign) => {
    expect(csvOf([[`${sign}1+1`, `Villa ${sign}`]])).toBe(`"'${sign}1+1","Villa ${sign}"\r\n`);
  });

  test("gives a CSV statement its own entity tag, and answers HEAD without a body", async () => {
    const client = await aManager();
    const rental = await aRental(client);
    const path = `/owner_statements?rental_id=${rental.id}&month=2090-01`;
    const [json, file] = [await client.get(path), await client.get(path, csv)];
    const tag = file.headers.get("etag") ?? "";
    expect(tag).not.toBe(json.headers.get("etag"));
    expect(file.headers.get("vary")).toMatch(/accept/i);
    expect((await client.get(path, { ...csv, "if-none-match": tag })).status).toBe(304);
    const head = await client.send("HEAD", path, undefined, csv);
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
  });

  test.each([
    ["text/csv", "text/csv"],
    ["text/csv, */*", "text/csv"],
    ["text/*;q=0.9, application/json;q=0.5", "text/csv"],
    ["*/*", "application/vnd.api+json"],
    ["application/json, text/csv", "application/vnd.api+json"],
    ["application/vnd.api+json, text/csv;q=0.9", "application/vnd.api+json"],
    ["text/html, */*;q=0.1", "application/vnd.api+json"],
  ])("answers Accept: %s with %s", async (accept, type) => {
    const answer = await (await aManager()).get("/owner_statements?rental_id=1", { accept });
    expect([answer.status, answer.headers.get("content-type")?.split(";")[0]]).toEqual([200, type]);
  });

  test("refuses CSV for other lists and other media types for statements", async () => {
    const client = await aManager();
    expect((await client.get("/rentals", csv)).status).toBe(406);
    const answer = await client.get("/owner_statements?rental_id=1", { accept: "text/html" });
    expect([answer.status, JSON.stringify(errorsOf(answer))]).toEqual([406, expect.stringContaining("text/csv")]);
  });
});

test("requires payments_read to read statements", async () => {
  const account = await service.anAccount();
  const path = "/owner_statements?rental_id=1";
  expect((await (await service.aClient(account, { scopes: ["payments_read"] })).get(path)).status).toBe(200);
  expect((await (await service.aClient(account, { scopes: ["bookings_write"] })).get(path)).status).toBe(403);
});

/** Removes the quotes around single words. */
const plainWords = (text: string): string => text.replaceAll(/(?<=^|,)"([\w-]+)"(?=,|\r)/gm, "$1");
