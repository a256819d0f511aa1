import { describe, expect, test } from "vitest";
import { type ApiClient, errorsOf, type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aBooking, aFee, aRental, aRentalsFee, created, linksOf, read } from "../harness/factories.ts";
import { useService } from "../harness/service.ts";
import { smallPicture } from "../photos/pictures.ts";
import { aCompanyGuest, acted, anInvoice, anIssuer, download, hundredthsOf, issuing } from "./factories.ts";

const service = useService();

/** Taxes and fees of several kinds: included and on top, on the rental and without VAT. */
const bill: Json = {
  initial_price: "1000",
  discount: "10%",
  bookings_fees: [{ name: { en: "Cleaning" }, price: "75.5", times_booked: 1 }],
  bookings_taxes: [
    { name: { en: "VAT" }, percentage: "7", amount: "58.88", included: true },
    { name: { en: "Tourist tax" }, percentage: "0", amount: "12" },
  ],
};

async function aStay(attributes: Json = bill, settings: Json = {}) {
  const client = await anIssuer(service, settings);
  const guest = await aCompanyGuest(client);
  const rental = await aRental(client, { name: "Seeblick" });
  const booking = await aBooking(client, rental, { client_id: guest.id, ...attributes });
  return { client, guest, rental, booking };
}

const invoicesOf = async (client: ApiClient, query = ""): Promise<Json[]> =>
  recordsOf(await client.get(`/invoices${query}`), "invoices");

const positionsOf = async (client: ApiClient): Promise<number[]> =>
  (await invoicesOf(client)).map(({ number }) => Number(String(number).split("-").at(-1))).sort((a, b) => a - b);

describe("an invoice", () => {
  test("equals the booking's bill to the cent, with VAT by rate and both files", async () => {
    const { client, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    expect(invoice).toMatchObject({
      kind: "invoice",
      total_amount: booking.final_price,
      tax_amount: "58.88",
      net_amount: "928.62",
      credit_note_id: null,
      currency: "EUR",
      locale: "en",
    });
    expect(invoice.vat).toEqual([
      { vat_category: "S", vat_percentage: "7.0", net_amount: "841.12", tax_amount: "58.88" },
      { vat_category: "E", vat_percentage: "0.0", net_amount: "87.5", tax_amount: "0.0" },
    ]);
    expect(invoice.buyer).toMatchObject({ company: "Durand SARL", vat_number: "FR83404833048", country_code: "FR" });
    const pdf = await download(client, invoice.pdf_url);
    expect(pdf.type).toBe("application/pdf");
    expect(pdf.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    const ubl = await download(client, invoice.ubl_url);
    expect(ubl.type).toBe("application/xml");
    expect(ubl.bytes.toString()).toContain('<cbc:PayableAmount currencyID="EUR">987.50</cbc:PayableAmount>');
  });

  test("keeps a fee's own tax with the fee that replaced it when the stay was repriced", async () => {
    const client = await anIssuer(service);
    const rental = await aRental(client, { base_rate: "100" });
    const fee = await aFee(client, { rate: "119" });
    await aRentalsFee(client, rental, fee, { status: "required" });
    const tax = { name: { en: "VAT" }, percentage: "19", amount: "19", included: true };
    const booking = await aBooking(client, rental, {
      ...{ client_id: (await aCompanyGuest(client)).id, initial_price: "100" },
      bookings_taxes: [{ ...tax, taxable_type: "Fee", taxable_id: fee.id }],
    });
    const vat = { vat_category: "S", vat_percentage: "19.0", net_amount: "100.0", tax_amount: "19.0" };
    expect((await anInvoice(client, booking)).vat).toContainEqual(vat);
    const [first] = await invoicesOf(client);
    await acted(client, first ?? {}, "credit");
    const moved = await client.post(`/bookings/${booking.id}/move`, { bookings: [{ adults: 1, reprice: true }] });
    expect(moved.status, moved.text).toBe(200);
    expect((await anInvoice(client, booking)).vat).toContainEqual(vat);
  });

  test("is refused without a letterhead, a price or a name", async () => {
    const { client, booking } = await aStay(bill, { address1: null, city: null });
    expect(errorsOf(await issuing(client, booking))).toEqual({
      base: ["the letterhead is incomplete: set address1, city in the general settings"],
    });
    const { client: other, rental } = await aStay();
    const free = await aBooking(other, rental, { start_at: "2091-01-04", end_at: "2091-01-05", initial_price: null });
    expect(errorsOf(await issuing(other, free))).toEqual({
      base: ["the booking has no price"],
      buyer: ["needs a name or a company"],
    });
    expect(await invoicesOf(other)).toEqual([]);
  });

  test("deducts deposit invoices, so that they and the final invoice add up to the price", async () => {
    const { client, booking } = await aStay();
    const deposits = [
      await anInvoice(client, booking, { kind: "deposit", amount: "296.25" }),
      await anInvoice(client, booking, { kind: "deposit", amount: "0.01" }),
    ];
    const final = await anInvoice(client, booking);
    const sum = (name: string) =>
      [...deposits, final].reduce((total, invoice) => total + hundredthsOf(invoice[name]), 0);
    expect(sum("total_amount")).toBe(hundredthsOf(booking.final_price));
    expect(sum("tax_amount")).toBe(5_888);
    expect(errorsOf(await issuing(client, booking))).toMatchObject({
      base: [expect.stringContaining(String(final.number))],
    });
    const [deposit] = deposits;
    const refused = await client.post(`/invoices/${deposit?.id}/credit`, { invoices: [{}] });
    expect(errorsOf(refused)).toEqual({
      base: [`is deducted by the invoice ${final.number}: credit that one first`],
    });
  });

  test("refuses a deposit above what has no invoice yet", async () => {
    const { client, booking } = await aStay();
    await anInvoice(client, booking, { kind: "deposit", amount: "900" });
    expect(errorsOf(await issuing(client, booking, { kind: "deposit", amount: "100" }))).toEqual({
      amount: ["must be less than or equal to 87.5, the part without an invoice"],
    });
  });

  test("takes another recipient, language and note from the request", async () => {
    const { client, booking } = await aStay();
    const buyer = {
      company: "Muster AG",
      vat_number: null,
      address1: "Weg 1",
      city: "Bern",
      zip: "3000",
      country_code: "CH",
    };
    const invoice = await anInvoice(client, booking, { buyer, locale: "de", notes: "Danke", electronic: false });
    expect(invoice).toMatchObject({
      locale: "de",
      notes: "Danke",
      ubl_url: null,
      buyer: { company: "Muster AG", vat_number: null, country_code: "CH", name: "Zoë Durand" },
    });
    expect(errorsOf(await issuing(client, booking, { buyer: { nickname: "x" } }))).toMatchObject({
      buyer: [expect.stringContaining("has an unknown member: nickname")],
    });
  });

  test("of a canceled booking is over what the cancelation costs", async () => {
    const { client, booking } = await aStay();
    await client.delete(`/bookings/${booking.id}`);
    expect(errorsOf(await issuing(client, booking))).toMatchObject({
      amount: [expect.stringContaining("is canceled")],
    });
    expect(await anInvoice(client, booking, { amount: "120" })).toMatchObject({
      total_amount: "120.0",
      tax_amount: "0.0",
    });
  });

  test("uses prefix and logo of the letterhead", async () => {
    const { client, booking } = await aStay(bill, { invoice_prefix: "RE-", logo: smallPicture });
    const invoice = await anInvoice(client, booking);
    expect(invoice.number).toMatch(/^RE-20\d\d-0001$/);
    expect((await download(client, invoice.pdf_url)).bytes.toString("latin1")).toContain("/Subtype /Image");
    const settings = await read(client, "preferences_general_settings", client.account);
    expect((await download(client, settings.logo_url)).type).toBe("image/png");
    const removed = await client.put(`/preferences_general_settings/${client.account}`, {
      preferences_general_settings: [{ logo: null }],
    });
    expect(recordOf(removed, "preferences_general_settings").logo_url).toBeNull();
  });
});

describe("a credit note", () => {
  test("cancels an invoice exactly and makes room for another", async () => {
    const { client, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    const credit = await acted(client, invoice, "credit", { reason: "Wrong address" });
    for (const name of ["net_amount", "tax_amount", "total_amount"])
      expect(hundredthsOf(credit[name])).toBe(-hundredthsOf(invoice[name]));
    expect(credit).toMatchObject({ kind: "credit_note", notes: "Wrong address", due_on: null });
    expect(linksOf(credit)).toMatchObject({ credited_invoice: invoice.id, booking: booking.id });
    expect(await read(client, "invoices", invoice.id)).toMatchObject({ credit_note_id: credit.id });
    const again = await client.post(`/invoices/${invoice.id}/credit`, { invoices: [{}] });
    expect(errorsOf(again)).toEqual({ base: ["is already credited"] });
    const ofCredit = await client.post(`/invoices/${credit.id}/credit`, { invoices: [{}] });
    expect(errorsOf(ofCredit)).toEqual({ base: ["is a credit note and cannot be credited"] });
    await anInvoice(client, booking);
    expect(await positionsOf(client)).toEqual([1, 2, 3]);
  });

  test("of a correction comes with the new invoice, or not at all", async () => {
    const { client, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    const nameless = { name: null, company: null };
    const refused = await client.post(`/invoices/${invoice.id}/correct`, { invoices: [{ buyer: nameless }] });
    expect(refused.status).toBe(422);
    expect(await positionsOf(client)).toEqual([1]);
    const answer = await client.post(`/invoices/${invoice.id}/correct`, { invoices: [{ buyer: { city: "Kehl" } }] });
    expect(recordOf(answer, "invoices")).toMatchObject({ kind: "invoice", buyer: { city: "Kehl" } });
    expect(await positionsOf(client)).toEqual([1, 2, 3]);
  });
});

describe("an issued invoice", () => {
  test("never changes, and only a closed account's goes", async () => {
    const { client, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    for (const change of [
      "update invoices set total_amount = 1, net_amount = 1, tax_amount = 0",
      "delete from invoices",
    ])
      await expect(service.sql(`${change} where id = $1`, [invoice.id])).rejects.toThrow("is issued and never changes");
    await client.put(`/bookings/${booking.id}`, { bookings: [{ final_price: "1" }] });
    expect(await read(client, "invoices", invoice.id)).toMatchObject({ total_amount: "987.5" });
  });

  test("stays when its guest is erased, for the account's own people alone", async () => {
    const { client, guest, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    expect((await client.post(`/clients/${guest.id}/forget`)).status).toBe(200);
    expect(await read(client, "invoices", invoice.id)).toMatchObject({
      number: invoice.number,
      total_amount: "987.5",
      buyer: null,
      lines: null,
      pdf_url: null,
      ubl_url: null,
    });
    const [row] = await service.sql("select buyer ->> 'name' as name from invoices where id = $1", [invoice.id]);
    expect(row?.name).toBe("Zoë Durand");
  });

  test("is found by number, recipient, kind, booking, day and whether it is in force", async () => {
    const { client, booking } = await aStay();
    const invoice = await anInvoice(client, booking);
    const credit = await acted(client, invoice, "credit");
    const found = async (query: string) => (await invoicesOf(client, query)).map(({ id }) => id);
    expect(await found(`?query=${invoice.number}`)).toEqual([invoice.id]);
    expect(await found("?query=durand")).toEqual([invoice.id, credit.id]);
    expect(await found("?kind=credit_note")).toEqual([credit.id]);
    expect(await found("?in_force=true")).toEqual([]);
    expect(await found(`?booking_id=${booking.id}&until=${invoice.issued_on}`)).toEqual([invoice.id, credit.id]);
    expect(await found(`?until=2020-01-01`)).toEqual([]);
    expect(await found(`?from=${invoice.issued_on}`)).toEqual([invoice.id, credit.id]);
  });
});

test("a preview shows lines, sums and a draft, and takes no number", async () => {
  const { client, booking } = await aStay();
  const answer = await client.post(`/bookings/${booking.id}/invoice_preview`, { invoices: [{ locale: "fr" }] });
  expect(answer.status, answer.text).toBe(200);
  const preview = recordOf(answer, "invoice_previews");
  expect(preview).toMatchObject({ total_amount: "987.5", electronic: true, locale: "fr" });
  expect(Buffer.from(String(preview.pdf), "base64").subarray(0, 5).toString()).toBe("%PDF-");
  await created(client, "/clients", "clients", { fullname: "Another" });
  expect(await invoicesOf(client)).toEqual([]);
  await anInvoice(client, booking);
  expect(await positionsOf(client)).toEqual([1]);
});
