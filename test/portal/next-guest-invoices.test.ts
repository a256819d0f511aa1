import { expect, test } from "vitest";
import { type Json, recordOf, recordsOf } from "../harness/client.ts";
import { aGuest, linksOf, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { ownPeople } from "../harness/people.ts";
import { useService } from "../harness/service.ts";
import { acted, anInvoice, letterhead } from "../invoices/factories.ts";
import type { PlainBrowser } from "../web/plain-browser.ts";
import { aPortal, type Portal, verified } from "./factories.ts";

/** A booking that gets another guest keeps each guest's invoices apart. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

async function giveTo<P extends Portal>(portal: P, guest: Json | undefined, address: string): Promise<P> {
  const changed = await portal.client.put(`/bookings/${portal.booking.id}`, {
    bookings: [{ client_id: guest?.id ?? null }],
  });
  expect(changed.status, changed.text).toBe(200);
  return { ...portal, guest: guest ?? portal.guest, address };
}

/** A stay of an account with a letterhead. */
async function aStay(): Promise<Portal> {
  const portal = await aPortal(service, { guest: { fullname: "Ada Guest" } });
  const { client } = portal;
  const written = await client.put(`/preferences_general_settings/${client.account}`, {
    preferences_general_settings: [letterhead],
  });
  expect(written.status, written.text).toBe(200);
  return portal;
}

const deposit = ({ client, booking }: Portal) => anInvoice(client, booking, { kind: "deposit", amount: "100" });

/** The stay after Ada got a deposit invoice, and Ben the booking and one of his own. */
async function aHandover() {
  const adas = await aStay();
  const adasInvoice = await deposit(adas);
  const address = `ben-${adas.client.account}@example.com`;
  const guest = await aGuest(adas.client, { fullname: "Ben Guest", emails: [{ email: address }] });
  const bens = await giveTo(adas, guest, address);
  return { adas, bens, adasInvoice, bensInvoice: await deposit(bens) };
}

/** Which of these invoices the portal lists, and which it sends. */
async function shownTo(browser: PlainBrowser, { path }: Portal, invoices: readonly Json[]) {
  const { text } = await browser.get(path);
  const listed = invoices.filter(({ id, number }) => text.includes(`/invoices/${id}"`) || text.includes(`${number}`));
  const sent: Json[] = [];
  for (const invoice of invoices)
    if ((await browser.get(`${path}/invoices/${invoice.id}`)).text.includes("%PDF-")) sent.push(invoice);
  return { listed, sent };
}

test("each guest's portal lists and sends only the invoices that were issued to that guest", async () => {
  const { adas, bens, adasInvoice, bensInvoice } = await aHandover();
  const credit = await acted(adas.client, adasInvoice, "credit");
  const all = [adasInvoice, bensInvoice, credit];
  expect(all.map((invoice) => linksOf(invoice).client)).toEqual([adas.guest.id, bens.guest.id, adas.guest.id]);
  const ben = await verified(service, mailer, bens);
  expect(await shownTo(ben, bens, all)).toEqual({ listed: [bensInvoice], sent: [bensInvoice] });
  await giveTo(bens, adas.guest, adas.address);
  const ada = await verified(service, mailer, adas);
  expect(await shownTo(ada, adas, all)).toEqual({ listed: [adasInvoice, credit], sent: [adasInvoice, credit] });
});

test("a correction credits the former guest's invoice, and bills the present guest", async () => {
  const { adas, bens, adasInvoice } = await aHandover();
  const corrected = await acted(adas.client, adasInvoice, "correct");
  const { credit_note_id: credit } = await read(adas.client, "invoices", adasInvoice.id);
  expect(corrected).toMatchObject({ buyer: { name: "Ben Guest" }, links: { client: bens.guest.id } });
  expect(await read(adas.client, "invoices", Number(credit))).toMatchObject({
    ...{ buyer: { name: "Ada Guest" }, links: { client: adas.guest.id } },
  });
});

test("export, restriction, erasure and e-mails follow an invoice's guest, and no other", async () => {
  const { adas, bens, adasInvoice, bensInvoice } = await aHandover();
  const { client } = bens;
  const exportOf = async ({ guest }: Portal) =>
    recordsOf(await client.get(`/clients/${guest.id}/export`), "clients")[0]?.invoices;
  expect(await exportOf(adas)).toMatchObject([{ id: adasInvoice.id }]);
  expect(await exportOf(bens)).toMatchObject([{ id: bensInvoice.id }]);
  const send = ({ id }: Json) => client.post(`/invoices/${id}/send`, { invoices: [{}] });
  expect((await send(adasInvoice)).status).toBe(200);
  expect(
    await service.sql("select client_id::int, recipient from mails where account_id = $1 and invoice_id is not null", [
      client.account,
    ]),
  ).toEqual([{ client_id: adas.guest.id, recipient: adas.address }]);
  const shown = { buyer: { name: "Ben Guest" }, lines: [expect.anything()], pdf_url: expect.any(String) };
  for (const step of ["restrict_processing", "forget"]) {
    expect((await client.post(`/clients/${adas.guest.id}/${step}`)).status).toBe(200);
    const hidden = await client.get(`/invoices?booking_id=${bens.booking.id}`);
    expect(recordsOf(hidden, "invoices")).toMatchObject([{ buyer: null, lines: null, pdf_url: null }, shown]);
    expect([(await send(adasInvoice)).status, (await send(bensInvoice)).status]).toEqual([422, 200]);
  }
  const kept = await read(await ownPeople(service, client.account), "invoices", adasInvoice.id);
  expect(kept).toMatchObject({ buyer: { name: "Ada Guest" } });
});

test("merging two records of one guest gives the kept one the invoices of both", async () => {
  const { adas, bens, adasInvoice, bensInvoice } = await aHandover();
  const people = await ownPeople(service, adas.client.account);
  const merged = await people.post(`/clients/${bens.guest.id}/merge`, {
    clients: [{ merged_client_id: adas.guest.id }],
  });
  expect(merged.status, merged.text).toBe(200);
  const moved = await read(people, "invoices", adasInvoice.id);
  expect(moved).toMatchObject({ number: adasInvoice.number, buyer: { name: "Ada Guest" } });
  expect(linksOf(moved).client).toBe(bens.guest.id);
  const credit = recordOf(await people.post(`/invoices/${adasInvoice.id}/credit`, { invoices: [{}] }), "invoices");
  expect(linksOf(credit).client).toBe(bens.guest.id);
  const all = [adasInvoice, bensInvoice, credit];
  expect(await shownTo(await verified(service, mailer, bens), bens, all)).toEqual({ listed: all, sent: all });
});

test("an invoice from before the booking had a guest is on no portal, and as protected as its guest", async () => {
  const adas = await aStay();
  const { client, booking, guest } = adas;
  await giveTo(adas, undefined, "");
  const invoice = await anInvoice(client, booking, { kind: "deposit", amount: "100", buyer: { name: "Eve" } });
  expect(linksOf(invoice).client).toBeNull();
  await giveTo(adas, guest, adas.address);
  const ada = await verified(service, mailer, adas);
  expect(await shownTo(ada, adas, [invoice])).toEqual({ listed: [], sent: [] });
  const [exported] = recordsOf(await client.get(`/clients/${guest.id}/export`), "clients");
  expect(exported?.invoices).toMatchObject([{ id: invoice.id }]);
  await client.post(`/clients/${guest.id}/restrict_processing`);
  expect(await read(client, "invoices", invoice.id)).toMatchObject({ buyer: null, pdf_url: null });
});
