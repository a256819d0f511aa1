import { expect, test } from "vitest";
import { errorsOf, recordOf } from "../harness/client.ts";
import { aBooking, aRental, created, read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aCompanyGuest, anInvoice, anIssuer, download } from "./factories.ts";

const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

test("a mail brings the recipient both files, in the invoice's language", async () => {
  const client = await anIssuer(service);
  const guest = await aCompanyGuest(client, { emails: [{ email: "buero@example.com" }] });
  const booking = await aBooking(client, await aRental(client), { client_id: guest.id, initial_price: "400" });
  const invoice = await anInvoice(client, booking, { locale: "de" });
  const answer = await client.post(`/invoices/${invoice.id}/send`, { invoices: [{}] });
  expect(answer.status, answer.text).toBe(200);
  // The confirmation of the booking goes to the same address.
  const own = () =>
    mailer.sent.find(({ to, attachments = [] }) => to.address === "buero@example.com" && attachments.length > 0);
  await until(() => own() !== undefined);
  const mail = own();
  expect(mail?.subject).toBe(`Rechnung ${invoice.number}: Haus am See`);
  expect(mail?.attachments?.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    [`${invoice.number}.pdf`, "application/pdf"],
    [`${invoice.number}.xml`, "application/xml"],
  ]);
  expect(mail?.attachments?.[0]?.content).toEqual((await download(client, invoice.pdf_url)).bytes);
});

test("an invoice shows when it was last mailed, unless the mail failed", async () => {
  const client = await anIssuer(service);
  const guest = await aCompanyGuest(client, { emails: [{ email: "mailed@example.com" }] });
  const booking = await aBooking(client, await aRental(client), { client_id: guest.id, initial_price: "400" });
  const invoice = await anInvoice(client, booking);
  const mailedAt = async () => (await read(client, "invoices", invoice.id)).mailed_at;
  expect([invoice.mailed_at, await mailedAt()]).toEqual([null, null]);
  const before = Math.floor(Date.now() / 1000) * 1000;
  const answer = await client.post(`/invoices/${invoice.id}/send`, { invoices: [{}] });
  // The answer to the read above is cached until a mail changes it.
  const mailed = await mailedAt();
  expect(recordOf(answer, "invoices").mailed_at).toBe(mailed);
  expect(Date.parse(String(mailed))).toBeGreaterThanOrEqual(before);
  await until(() =>
    mailer.sent.some(({ to, attachments = [] }) => to.address === "mailed@example.com" && attachments.length > 0),
  );
  await service.sql("update mails set state = 'failed', sent_at = null where invoice_id = $1", [invoice.id]);
  expect(await mailedAt()).toBeNull();
});

test("a mail is refused without an address, and to an erased guest", async () => {
  const client = await anIssuer(service);
  const guest = await created(client, "/clients", "clients", { fullname: "Ada Guest" });
  const booking = await aBooking(client, await aRental(client), { client_id: guest.id, initial_price: "400" });
  const invoice = await anInvoice(client, booking);
  const send = (element: object) => client.post(`/invoices/${invoice.id}/send`, { invoices: [element] });
  expect(errorsOf(await send({}))).toEqual({ email: ["can't be blank: the recipient has none"] });
  await client.post(`/clients/${guest.id}/forget`);
  expect(errorsOf(await send({ email: "ada@example.com" }))).toEqual({
    base: ["the guest was erased or has restricted processing"],
  });
});
