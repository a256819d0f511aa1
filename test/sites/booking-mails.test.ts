import { expect, test } from "vitest";
import { performed } from "../automations/fixture.ts";
import { aBooking, aGuest } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { aShop, bookingsOf, openForm, send } from "./book.ts";

/** The job queue charges the card and mails the guest of an account's own site. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });

const isToInes = ({ to }: (typeof mailer.sent)[number]): boolean => to.address === "ines@guests.example";

const settled = (): Promise<void> => performed(service);

test("a guest who has paid receives one confirmation, even where the account sends none", async () => {
  const shop = await aShop(service);
  const { account } = shop.client;
  await service.sql("update accounts set mails_booking_confirmations = false where id = $1", [account]);
  const form = await openForm(service, shop);
  const path = (await send(form, shop, { email: "ines@guests.example" })).location ?? "";
  await settled();
  expect(mailer.sent.filter(isToInes)).toEqual([]);
  await form.browser.post(path, { card: "tok_visa" });
  await settled();
  const [booking] = await bookingsOf(service, shop);
  expect(booking).toMatchObject({ booked: true });
  expect(mailer.sent.filter(isToInes).map(({ to, subject }) => [to.address, subject])).toEqual([
    ["ines@guests.example", expect.stringMatching(/^Your booking \w+ is confirmed: Mill House$/)],
  ]);
  expect(mailer.sent.find(isToInes)?.text).toContain(`https://roost.test/pay/${account}-${booking?.id}-`);
});

test("the demo confirms bookings of its own site, and mails its invented guests nothing", async () => {
  const shop = await aShop(service);
  const { client, rental } = shop;
  await service.sql("update accounts set demo = true where id = $1", [client.account]);
  const form = await openForm(service, shop);
  const path = (await send(form, shop, { email: `newcomer-${client.account}@guests.example` })).location ?? "";
  await form.browser.post(path, { card: "tok_visa" });
  const invented = await aGuest(client, {
    emails: [{ email: `invented-${client.account}@guests.example`, label: "home" }],
  });
  await aBooking(client, rental, {
    ...{ client_id: invented.id, start_at: "2090-03-04", end_at: "2090-03-08", initial_price: "400", booked: true },
  });
  await settled();
  const addresses = mailer.sent
    .map(({ to }) => to.address)
    .filter((address) => address.includes(`-${client.account}@`));
  expect(addresses).toEqual([`newcomer-${client.account}@guests.example`]);
});
