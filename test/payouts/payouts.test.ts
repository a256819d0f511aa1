import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, inject, test } from "vitest";
import { RequestError } from "../../src/kernel/errors.ts";
import { importPayouts } from "../../src/modules/money/payouts/import-payouts.ts";
import { readPayoutsFile } from "../../src/modules/money/payouts/payouts-file.ts";
import { roostHere } from "../cli/roost.ts";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { urlOf } from "../harness/databases.ts";
import { aBooking, aRental, aSource, created, idsOf, linksOf, read } from "../harness/factories.ts";
import { useSharedService } from "../harness/service.ts";

/** Payouts, channel payouts, and their import (service.md, Payouts; docs/concepts/payouts.md). */
const service = useSharedService();

const directory = mkdtempSync(join(tmpdir(), "roost-payouts-"));
afterAll(() => rm(directory, { recursive: true, force: true }));

/** An account with a paid booking of 1000, with a commission of 120. */
interface Books {
  readonly client: ApiClient;
  readonly booking: Json;
  readonly payment: number;
  readonly gateway: number;
  readonly source: number;
}

async function someBooks(attributes: Json = {}): Promise<Books> {
  const client = await service.aClient(await service.anAccount());
  const booking = await aBooking(client, await aRental(client), {
    booked: true,
    initial_price: "1000",
    commission: "120",
    bookings_fees: [],
    bookings_taxes: [],
    ...attributes,
  });
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    name: "Cards",
    test: true,
    gateway_name: "bogus",
    credentials: { login: "les-robles" },
    supported_cardtypes: ["visa"],
    supported_currencies: ["EUR"],
  });
  const [payment] = await service.sql(
    `with paid as (
       insert into payments (account_id, kind, amount_in_cents, currency, paid_at) values ($1, 'cash', 100000, 'EUR', now()) returning id
     ), of_booking as (
       insert into bookings_payments (account_id, booking_id, payment_id, amount_in_cents, currency) select $1, $2, id, 100000, 'EUR' from paid
     ) select id::integer from paid`,
    [client.account, booking.id],
  );
  const source = await aSource(client);
  return { client, booking, payment: Number(payment?.id), gateway: Number(gateway.id), source: Number(source.id) };
}

const common = { currency: "EUR", paid_at: "2027-01-04T09:00:00Z" };

const aPayout = ({ booking, payment, gateway }: Books, attributes: Json = {}) => ({
  ...common,
  payment_gateway_id: gateway,
  reference: "P-1",
  amount_in_cents: 96_900,
  related_channel_payout_references: ["C-1"],
  lines: [
    {
      booking_id: booking.id,
      payment_id: payment,
      kind: "payment",
      gross_in_cents: 100_000,
      fee_in_cents: 3000,
      net_in_cents: 97_000,
    },
    { booking_id: null, payment_id: null, kind: "fee", gross_in_cents: 0, fee_in_cents: 100, net_in_cents: -100 },
  ],
  ...attributes,
});

const aChannelLine = ({ booking }: Books, attributes: Json = {}) => ({
  booking_id: booking.id,
  gross_in_cents: 95_000,
  cleaning_fee_in_cents: 4000,
  city_tax_in_cents: 1000,
  commission_in_cents: 12_000,
  payment_charge_in_cents: 1337,
  deductions_in_cents: 0,
  net_in_cents: 86_663,
  ...attributes,
});

const aChannelPayout = (books: Books, attributes: Json = {}) => ({
  ...common,
  source_id: books.source,
  reference: "C-1",
  channel: "Channel A",
  amount_in_cents: 86_163,
  lines: [aChannelLine(books)],
  movements: [{ kind: "fee", description: "Listing fee", amount_in_cents: -500 }],
  ...attributes,
});

const importing = ({ client }: Books, file: Json) =>
  service.database
    .within([client.account])
    .transaction((transaction) => importPayouts(transaction, client.account, readPayoutsFile(JSON.stringify(file))));

/** The problems of a refused import. */
async function problemsOf(books: Books, file: Json): Promise<unknown> {
  try {
    await importing(books, file);
  } catch (error) {
    if (error instanceof RequestError) return error.messages?.file ?? error.messages;
    throw error;
  }
  throw new Error("The import was not refused.");
}

const both = (books: Books) => ({ payouts: [aPayout(books)], channel_payouts: [aChannelPayout(books)] });

describe("an imported payout", () => {
  test("returns imported payouts and channel payouts with their links", async () => {
    const books = await someBooks();
    expect(await importing(books, both(books))).toEqual({ payouts: 1, channelPayouts: 1, known: 0, reconciled: 1 });
    const payout = recordOf(await books.client.get(`/payouts?payment_gateway_id=${books.gateway}`), "payouts");
    const { payment_gateway_id: _, ...attributes } = aPayout(books);
    expect(payout).toMatchObject({
      ...attributes,
      links: { account: books.client.account, payment_gateway: books.gateway },
    });
    expect(await read(books.client, "payouts", payout.id)).toEqual(payout);
    const wired = recordOf(
      await books.client.get(`/channel_payouts?reference=${payout.related_channel_payout_references}`),
      "channel_payouts",
    );
    const { source_id: __, ...wiredSaid } = aChannelPayout(books);
    expect(wired).toMatchObject(wiredSaid);
    expect(linksOf(wired).source).toBe(books.source);
    expect(await read(books.client, "channel_payouts", wired.id)).toEqual(wired);
  });

  test("hides payouts from other accounts and requires only payouts_read", async () => {
    const books = await someBooks();
    await importing(books, both(books));
    const stranger = await someBooks();
    const payout = recordOf(await books.client.get(`/payouts?payment_gateway_id=${books.gateway}`), "payouts");
    expect((await stranger.client.get(`/payouts/${payout.id}`)).status).toBe(404);
    expect(recordsOf(await stranger.client.get(`/payouts?payment_gateway_id=${books.gateway}`), "payouts")).toEqual([]);
    expect(recordsOf(await stranger.client.get("/channel_payouts"), "channel_payouts")).toEqual([]);
    const other = await service.aClient(books.client.account, { scopes: ["payments_write", "bookings_write"] });
    for (const path of ["/payouts?payment_gateway_id=1", "/channel_payouts", `/payouts/${payout.id}`])
      expect((await other.get(path)).status).toBe(403);
    const reader = await service.aClient(books.client.account, { scopes: ["payouts_read"] });
    expect((await reader.get(`/payouts/${payout.id}`)).status).toBe(200);
  });
});

describe("GET /payouts", () => {
  test("refuses a list of payouts without payment_gateway_id", async () => {
    const { client } = await someBooks();
    for (const query of ["", "?payment_gateway_id=", "?page=1"]) {
      const answer = await client.get(`/payouts${query}`);
      expect([answer.status, errorsOf(answer)]).toEqual([
        400,
        [{ code: "bad_request", details: expect.stringContaining("payment_gateway_id is required") }],
      ]);
    }
    expect((await client.get("/channel_payouts")).status).toBe(200);
  });

  test("returns one payout per page whatever per_page says", async () => {
    const books = await someBooks();
    const payouts = ["P-1", "P-2", "P-3"].map((reference) => aPayout(books, { reference }));
    await importing(books, { payouts });
    for (const query of ["", "&per_page=1", "&per_page=100"]) {
      const answer = await books.client.get(`/payouts?payment_gateway_id=${books.gateway}${query}&page=2`);
      expect(recordsOf(answer, "payouts").map(({ reference }) => reference)).toEqual(["P-2"]);
      expect(["x-per-page", "x-total-pages"].map((name) => answer.headers.get(name))).toEqual(["1", "3"]);
    }
  });
});

describe("an import", () => {
  test("skips a payout that was imported before and refuses its reference with different contents", async () => {
    const books = await someBooks();
    await importing(books, both(books));
    expect(await importing(books, both(books))).toEqual({ payouts: 0, channelPayouts: 0, known: 2, reconciled: 0 });
    const changed = {
      payouts: [aPayout(books, { paid_at: "2027-01-05" })],
      channel_payouts: [aChannelPayout(books, { channel: "B" })],
    };
    expect(await problemsOf(books, changed)).toEqual([
      "payouts[0].reference P-1 was already imported with different contents",
      "channel_payouts[0].reference C-1 was already imported with different contents",
    ]);
  });

  test("refuses an import with every payout that does not add up", async () => {
    const books = await someBooks();
    const [line] = aPayout(books).lines;
    const file = {
      payouts: [
        aPayout(books, { reference: "P-0" }),
        aPayout(books, { amount_in_cents: 96_901 }),
        aPayout(books, { reference: "P-2", amount_in_cents: 97_001, lines: [{ ...line, net_in_cents: 97_001 }] }),
      ],
      channel_payouts: [
        aChannelPayout(books, { movements: [] }),
        aChannelPayout(books, { reference: "C-2", lines: [aChannelLine(books, { city_tax_in_cents: 999 })] }),
      ],
    };
    expect(await problemsOf(books, file)).toEqual([
      "payouts[1].amount_in_cents is 96901, but the sum of the lines is 96900",
      "payouts[2].lines[0].net_in_cents is 97001, but gross - fee is 97000",
      "channel_payouts[0].amount_in_cents is 86163, but the sum of lines and movements is 86663",
      "channel_payouts[1].lines[0].net_in_cents is 86663, but gross + cleaning fee + city tax - commission - payment charge - deductions is 86662",
    ]);
    const answer = await books.client.get(`/payouts?payment_gateway_id=${books.gateway}`);
    expect(recordsOf(answer, "payouts")).toEqual([]);
    expect(await read(books.client, "bookings", books.booking.id)).toMatchObject({ reconciliation: null });
  });

  test("refuses an import with ids that the account does not have", async () => {
    const [books, theirs] = [await someBooks(), await someBooks()];
    const another = await aBooking(books.client, await aRental(books.client));
    const [line] = aPayout(books).lines;
    const foreign = { payouts: [aPayout(theirs)], channel_payouts: [aChannelPayout(theirs)] };
    expect(await problemsOf(books, foreign)).toEqual([
      `payouts[0].payment_gateway_id is ${theirs.gateway}, but the account has no such payment gateway`,
      `channel_payouts[0].source_id is ${theirs.source}, but the account has no such source`,
      `payouts[0].lines[0].booking_id is ${theirs.booking.id}, but the account has no such booking`,
      `channel_payouts[0].lines[0].booking_id is ${theirs.booking.id}, but the account has no such booking`,
      `payouts[0].lines[0].payment_id is ${theirs.payment}, but the account has no such payment`,
    ]);
    const mixed = aPayout(books, { amount_in_cents: 97_000, lines: [{ ...line, booking_id: another.id }] });
    expect(await problemsOf(books, { payouts: [mixed] })).toEqual([
      `payouts[0].lines[0].payment_id is ${books.payment}, which is not a payment of booking ${another.id}`,
    ]);
  });

  test("refuses a malformed import file and names each position", async () => {
    const books = await someBooks();
    const wrong = aPayout(books, {
      currency: "XXX",
      paid_at: "soon",
      amount_in_cents: "x",
      reference: "",
      note: 1,
      lines: [{ kind: "gift", gross_in_cents: 1.5, fee_in_cents: 0 }, 7],
    });
    expect(await problemsOf(books, { payouts: [wrong], more: 1 })).toEqual([
      "payouts[0].reference is too short (minimum is 1 characters)",
      "payouts[0].amount_in_cents must be an integer",
      expect.stringMatching(/^payouts\[0\]\.currency must be one of: .*AED/),
      expect.stringMatching(/^payouts\[0\]\.paid_at must be/),
      expect.stringMatching(/^payouts\[0\]\.lines\[0\]\.kind must be one of: payment/),
      "payouts[0].lines[0].gross_in_cents must be an integer",
      "payouts[0].lines[0].net_in_cents is missing",
      "payouts[0].lines[1] must be an object",
      expect.stringMatching(/^payouts\[0\]\.note is unknown\. Use: reference/),
      "more is unknown. Use: payouts, channel_payouts",
    ]);
    expect(await problemsOf(books, {})).toEqual(["the file has no payouts"]);
    expect(await problemsOf(books, { payouts: {} })).toContain("payouts must be an array");
    expect(await problemsOf(books, { payouts: [{ lines: null }] })).toContain("payouts[0].lines must be an array");
    for (const text of ["{", "[]", "null", ""]) expect(() => readPayoutsFile(text)).toThrow(RequestError);
  });

  test("refuses an import with a duplicate reference or lines without their payment", async () => {
    const books = await someBooks();
    const lines = [
      { kind: "payment", gross_in_cents: -5, fee_in_cents: 0, net_in_cents: -5 },
      { kind: "adjustment", gross_in_cents: 5, fee_in_cents: 0, net_in_cents: 5 },
    ];
    const file = {
      payouts: [aPayout(books), aPayout(books), aPayout(books, { reference: "P-2", amount_in_cents: 0, lines })],
    };
    expect(await problemsOf(books, file)).toEqual([
      "payouts[2].lines[0].payment_id is required for a payment",
      "payouts[2].lines[0].booking_id is required for a payment",
      "payouts[2].lines[0].gross_in_cents must not be negative. Use the kind refund",
      "payouts[1].reference duplicates payouts[0] for the same payment gateway",
    ]);
  });
});

describe("a channel payout reconciles its bookings", () => {
  const moneyOf = async ({ client, booking }: Books) => {
    const { payment_charge_commission, reconciliation } = await read(client, "bookings", booking.id);
    return [payment_charge_commission, reconciliation];
  };

  test("sets a booking's payment charge and its difference to the expected payout", async () => {
    const books = await someBooks();
    await importing(books, { channel_payouts: [aChannelPayout(books)] });
    // Expected: 1000 - 120 - 13.37. Transferred: 866.63.
    expect(await moneyOf(books)).toEqual(["13.37", "0.0"]);
    const later = { reference: "C-2", amount_in_cents: -1000, movements: [] };
    const line = {
      booking_id: books.booking.id,
      gross_in_cents: 0,
      deductions_in_cents: 999,
      payment_charge_in_cents: 1,
      net_in_cents: -1000,
    };
    await importing(books, { channel_payouts: [aChannelPayout(books, { ...later, lines: [line] })] });
    expect(await moneyOf(books)).toEqual(["13.38", "-9.99"]);
  });

  test("keeps the payment charge that a channel does not report and skips bookings in another currency", async () => {
    const books = await someBooks();
    await service.sql("update bookings set payment_charge_commission = 13.36 where id = $1", [books.booking.id]);
    const silent = aChannelLine(books, { payment_charge_in_cents: null, net_in_cents: 88_000 });
    const payout = aChannelPayout(books, { lines: [silent], movements: [], amount_in_cents: 88_000 });
    await importing(books, { channel_payouts: [payout] });
    expect(await moneyOf(books)).toEqual(["13.36", "13.36"]);
    const dollars = { ...aChannelPayout(books, { reference: "C-2" }), currency: "USD" };
    expect(await importing(books, { channel_payouts: [dollars] })).toMatchObject({ channelPayouts: 1, reconciled: 0 });
    expect(await moneyOf(books)).toEqual(["13.36", "13.36"]);
  });

  test("reconciles yen without decimals and leaves a booking without a price unreconciled", async () => {
    const yen = await someBooks({ currency: "JPY" });
    const line = {
      booking_id: yen.booking.id,
      gross_in_cents: 1000,
      commission_in_cents: 120,
      payment_charge_in_cents: 7,
      net_in_cents: 873,
    };
    const payout = aChannelPayout(yen, { currency: "JPY", amount_in_cents: 873, lines: [line], movements: [] });
    await importing(yen, { channel_payouts: [payout] });
    expect(await moneyOf(yen)).toEqual(["7.0", "0.0"]);
    const unpriced = await someBooks({ initial_price: null, commission: null });
    await importing(unpriced, { channel_payouts: [aChannelPayout(unpriced)] });
    expect(await moneyOf(unpriced)).toEqual(["13.37", null]);
  });
});

describe("roost payouts import", () => {
  async function settings(): Promise<Record<string, string>> {
    const [row] = await service.sql("select current_database() as name");
    return { DATABASE_URL: urlOf({ ...inject("owner"), database: String(row?.name) }) };
  }
  async function written(name: string, file: unknown): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, JSON.stringify(file));
    return path;
  }

  test("reports a dry run, imports the file, and skips it the second time", async () => {
    const books = await someBooks();
    const path = await written("payouts.json", both(books));
    const words = ["payouts", "import", path, "--account", String(books.client.account)];
    const environment = await settings();
    expect(await roostHere(environment, [...words, "--dry-run"])).toMatchObject({
      code: 0,
      out: "Would import 1 payouts and 1 channel payouts; 0 were already present; 1 bookings would be reconciled.\n",
    });
    expect(idsOf(recordsOf(await books.client.get("/channel_payouts"), "channel_payouts"))).toEqual([]);
    expect(JSON.parse((await roostHere(environment, [...words, "--json"])).out)).toEqual({
      payouts: 1,
      channel_payouts: 1,
      known: 0,
      reconciled: 1,
      dry_run: false,
    });
    expect(idsOf(recordsOf(await books.client.get("/channel_payouts"), "channel_payouts"))).toHaveLength(1);
    expect((await roostHere(environment, words)).out).toMatch(/^Imported 0 payouts .* 2 were already present/);
  });

  test("prints one line for a wrong file, an unknown account or an unreadable path", async () => {
    const books = await someBooks();
    const path = await written("wrong.json", { payouts: [aPayout(books, { amount_in_cents: 1 })] });
    const run = async (file: string, account: number) =>
      roostHere(await settings(), ["payouts", "import", file, "--account", String(account)]);
    expect(await run(path, books.client.account)).toMatchObject({
      code: 1,
      err: expect.stringContaining("payouts[0].amount_in_cents is 1, but the sum of the lines is 96900"),
    });
    const garbled = join(directory, "garbled.json");
    await writeFile(garbled, Buffer.from('{"payouts": "\xe9"}', "latin1"));
    expect(await run(garbled, books.client.account)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Cannot read .*garbled\.json: The encoded data was not valid/),
    });
    expect(await run(path, 999_999)).toMatchObject({ code: 1, err: "error: There is no account 999999.\n" });
    expect(await run(join(directory, "none.json"), 1)).toMatchObject({
      code: 1,
      err: expect.stringContaining("Cannot read"),
    });
  });
});
