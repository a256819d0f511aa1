import { expect } from "vitest";
import type { Json } from "../harness/client.ts";
import { aBooking, aGuest, aRental, created } from "../harness/factories.ts";
import type { keptMails } from "../harness/mailers.ts";
import { baseUrl, type TestService } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { aBogusGateway } from "../payments/factories.ts";
import { dayAhead } from "../rates/factories.ts";
import { PlainBrowser, type Seen } from "../web/plain-browser.ts";

type Mails = ReturnType<typeof keptMails>;

/** A guest with an address, and their stay for 400 euros in thirty days. */
export async function aPortal(
  service: TestService,
  { stay = {}, guest = {}, policy }: { stay?: Json; guest?: Json; policy?: readonly Json[] } = {},
) {
  const client = await service.aClient(await service.anAccount());
  if (policy)
    await created(client, "/rental_cancelation_policies", "rental_cancelation_policies", {
      rental_cancelation_policy_items: policy,
    });
  const gateway = await aBogusGateway(client);
  const rental = await aRental(client, { base_rate: "100", name: "Cottage" });
  const ada = await aGuest(client, guest);
  const address = `guest-${client.account}-${ada.id}@example.com`;
  await client.put(`/clients/${ada.id}`, { clients: [{ emails: [{ email: address, label: "home" }] }] });
  const booking = await aBooking(client, rental, {
    ...{ client_id: ada.id, start_at: dayAhead(30), end_at: dayAhead(34), initial_price: "400", booked: true },
    ...stay,
  });
  const path = `/portal/${String(booking.payment_url).slice(`${baseUrl}/pay/`.length)}`;
  return { client, gateway, rental, guest: ada, address, booking, path };
}

export type Portal = Awaited<ReturnType<typeof aPortal>>;

/** The newest code mailed to an address. */
export async function codeFor(mailer: Mails, address: string): Promise<string> {
  const find = () => mailer.sent.findLast(({ to, text }) => to.address === address && text.includes("/code?code="));
  await until(() => find() !== undefined);
  return /code\?code=(\d{8})/.exec(find()?.text ?? "")?.[1] ?? expect.fail("a mail without a code");
}

/** Opens the portal in a browser with the mailed code. */
export async function verified(
  service: TestService,
  mailer: Mails,
  { path, address }: Portal,
  browser = new PlainBrowser(service.url),
): Promise<PlainBrowser> {
  await browser.post(`${path}/send_code`, {});
  const answer = await browser.post(`${path}/code`, { code: await codeFor(mailer, address) });
  expect([answer.status, answer.location]).toEqual([303, path]);
  await browser.get(path);
  return browser;
}

/** The text of a page, without tags. */
export const wordsOf = ({ text }: Pick<Seen, "text">): string =>
  text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
