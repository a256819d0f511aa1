import { Stripe } from "stripe";
import { afterAll, describe, expect, test } from "vitest";
import { exporterFrom } from "../exports/exporter.ts";
import { aCharge, aReport } from "../gateways/stripe-objects.ts";
import { StripeStandIn } from "../gateways/stripe-stand-in.ts";
import { type ApiClient, errorsOf, type Json, recordsOf } from "../harness/client.ts";
import { aBooking, aRental, changing, created, read } from "../harness/factories.ts";
import { baseUrl, useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { importerInto } from "../imports/importer.ts";
import { aCompanyGuest, anInvoice, anIssuer, download } from "../invoices/factories.ts";
import { aPayment, aRefund, moneyOf, order, paying } from "./factories.ts";

/** One stay's money through all of Roost, in currencies of none, two and three decimals. Only Stripe itself is simulated. */
const standIn = new StripeStandIn();
const service = useService({ endpoints: { stripe: await standIn.listen() } });
afterAll(() => standIn.close());
const exporting = exporterFrom(service);
const importing = importerInto(service);

const credentials = {
  secret_key: "sk_test_verysecret1234",
  publishable_key: "pk_test_0123456789",
  webhook_secret: "whsec_verysecret5678",
};

/** Three nights at `rate` cost `price`; `refund` of it is given back, `rest` stays. Each also as Stripe counts it. */
interface Walk {
  readonly currency: string;
  readonly rate: string;
  readonly price: string;
  readonly refund: string;
  readonly rest: string;
  readonly shown: string;
  readonly tooFine: string;
  readonly refusal: string;
  /** Stripe's units per minor unit. */
  readonly factor: number;
}

const twoDecimals = "must be a decimal number with at most two decimals";
const walks: readonly Walk[] = [
  {
    ...{ currency: "JPY", rate: "1234", price: "3702.0", refund: "1234.0", rest: "2468.0", factor: 1 },
    ...{ shown: "¥1,234", tooFine: "100.5", refusal: "must be a number without decimals in JPY" },
  },
  {
    ...{ currency: "EUR", rate: "12.34", price: "37.02", refund: "12.34", rest: "24.68", factor: 1 },
    ...{ shown: "€12.34", tooFine: "100.505", refusal: twoDecimals },
  },
  {
    ...{ currency: "KWD", rate: "12.340", price: "37.02", refund: "12.34", rest: "24.68", factor: 10 },
    ...{ shown: "KWD 12.340", tooFine: "12.345", refusal: twoDecimals },
  },
];

async function aHouse({ currency, rate }: Walk) {
  const client = await anIssuer(service);
  const gateway = await created(client, "/payment_gateways", "payment_gateways", {
    ...{ name: "Stripe", gateway_name: "stripe", test: true, credentials },
    ...{ supported_cardtypes: ["visa"], supported_currencies: [currency] },
  });
  const rental = await aRental(client, { currency, base_rate: rate, base_rate_kind: "nightly" });
  const guest = await aCompanyGuest(client);
  const dates = { start_at: "2091-03-01", end_at: "2091-03-04" };
  const booking = await aBooking(client, rental, { ...dates, client_id: guest.id, external_reference: "S1" });
  return { client, gateway, rental, booking };
}

const paid = async (client: ApiClient, { id }: Json): Promise<Json> => {
  let now: Json = {};
  await until(async () => {
    now = await read(client, "payments", id);
    return now.paid_at !== null;
  });
  return now;
};

const ordered = ({ id }: Json, { currency }: Walk): Json =>
  order({ id }, { gateway_name: "stripe", currency, amount_in_cents: 3702, credit_card_token: "pm_visa" });

/** Reports a total of refunds, signed by Stripe's own library. */
async function reportRefund(client: ApiClient, gateway: Json, payment: Json, total: number) {
  const intent = standIn.intents.get(String(payment.transaction_id)) ?? expect.fail("no intent");
  const stripe = new Stripe(credentials.secret_key);
  const signed = { secret: credentials.webhook_secret, at: Math.floor(Date.now() / 1000), stripe };
  const report = aReport("charge.refunded", aCharge(intent, total), { ...signed, id: `evt_${crypto.randomUUID()}` });
  const url = `${service.url}/webhooks/gateways/${client.account}/${gateway.id}`;
  const headers = { ...report.headers, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(report.body) });
  return { status: answer.status, text: await answer.text() };
}

describe.each(walks)("in $currency", (walk) => {
  const { currency, price, refund, rest, shown, tooFine, refusal, factor } = walk;
  const twoPlaces = (amount: string): string => Number(amount).toFixed(2);

  test("a stay is priced, paid, refunded, invoiced, exported and imported with equal figures", async () => {
    const { client, gateway, booking } = await aHouse(walk);
    expect(booking).toMatchObject({ currency, initial_price: price, final_price: price });

    const payment = await paid(client, await aPayment(client, booking, ordered(gateway, walk)));
    await paid(client, await aRefund(client, payment, 1234));
    const moved = standIn.ledger.filter(({ transaction }) => transaction === payment.transaction_id);
    expect(moved.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["charge", 3702 * factor],
      ["refund", 1234 * factor],
    ]);
    expect((await reportRefund(client, gateway, payment, 1234 * factor)).status).toBe(200);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: rest, payment_left_to_collect: refund });

    const page = await fetch(`${service.url}${String(booking.payment_url).slice(baseUrl.length)}`);
    expect((await page.text()).replace(/\s/g, " ")).toContain(shown);

    const invoice = await anInvoice(client, booking);
    expect(invoice).toMatchObject({ currency, total_amount: price });
    const ubl = (await download(client, invoice.ubl_url)).bytes.toString();
    expect(ubl).toContain(
      `<cbc:TaxInclusiveAmount currencyID="${currency}">${twoPlaces(price)}</cbc:TaxInclusiveAmount>`,
    );
    expect(ubl).toContain(`<cbc:PayableAmount currencyID="${currency}">${twoPlaces(refund)}</cbc:PayableAmount>`);

    const { files } = await exporting(client);
    const into = await service.aClient(await service.anAccount());
    for (const kind of ["rentals", "clients", "bookings", "payments"] as const) {
      const { problems, wrong } = await importing(into, kind, files.get(`${kind}.csv`) ?? "");
      expect([kind, problems, wrong]).toEqual([kind, [], 0]);
    }
    const [copy] = recordsOf(await into.get("/bookings?from=2091-01-01"), "bookings");
    expect(copy).toMatchObject({ currency, initial_price: price, final_price: price, paid_amount: rest });
  });

  test("an amount of too many decimals is refused wherever it comes from", async () => {
    const { client, rental, booking } = await aHouse(walk);
    expect(errorsOf(await changing(client, booking, { initial_price: tooFine }))).toEqual({ initial_price: [refusal] });
    expect(errorsOf(await client.put(`/rentals/${rental.id}`, { rentals: [{ base_rate: tooFine }] }))).toEqual({
      base_rate: [refusal],
    });
    expect(errorsOf(await paying(client, booking, { ...cashIn(currency), amount_in_cents: 12.5 }))).toEqual({
      amount_in_cents: ["must be an integer"],
    });
    const lines = `external_reference,booking,amount,currency,paid_at\nP1,S1,${tooFine},${currency},2024-01-01\n`;
    const { wrong, problems } = await importing(client, "payments", lines, { mapping: { decimal: "." } });
    expect([wrong, problems]).toMatchObject([
      1,
      [{ column: "amount", reason: expect.stringMatching(/integer|decimals/) }],
    ]);
    expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "0.0" });
  });
});

const cashIn = (currency: string): Json => ({ currency, kind: "cash", paid_at: "2024-01-01T10:00:00Z" });

const dinars = walks.find(({ currency }) => currency === "KWD") ?? expect.fail();

test("a report of a part below ten fils is refused with the reason, and changes nothing", async () => {
  const { client, gateway, booking } = await aHouse(dinars);
  const payment = await paid(client, await aPayment(client, booking, ordered(gateway, dinars)));
  const { status, text } = await reportRefund(client, gateway, payment, 12_345);
  expect([status, text]).toEqual([422, expect.stringContaining("must be a multiple of 10 in KWD: 12345")]);
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "37.02" });
});

test("an import reads 12.340 dinars as 12.34 once the decimal sign is known, and asks for it before", async () => {
  const { client, booking } = await aHouse(dinars);
  const lines = `external_reference,booking,amount,currency,paid_at\nP1,S1,12.340,KWD,2024-01-01\n`;
  const asked = await importing(client, "payments", lines);
  expect([asked.wrong, JSON.stringify(asked.problems)]).toEqual([
    1,
    expect.stringContaining('12.340 has two readings: set \\"decimal\\"'),
  ]);
  const read = await importing(client, "payments", lines, { mapping: { decimal: "." } });
  expect([read.wrong, read.problems]).toEqual([0, []]);
  expect(await moneyOf(client, booking)).toMatchObject({ paid_amount: "12.34" });
});
