import { expect, test } from "vitest";
import { recordOf } from "../harness/client.ts";
import { read } from "../harness/factories.ts";
import { keptMails } from "../harness/mailers.ts";
import { useService } from "../harness/service.ts";
import { aPayment, cash, order, paying, paymentsOf, performed } from "../payments/factories.ts";
import { aPortal, verified, wordsOf } from "./factories.ts";

/** Canceling by the guest. */
const mailer = keptMails();
const service = useService({ endpoints: {}, mailer });
const halfPrice = [{ eligible_days: 60, penalty_percentage: "50" }];

test("shows the cost, cancels once at it, and refunds the card", async () => {
  const portal = await aPortal(service, { policy: halfPrice });
  const { client, path, booking, gateway } = portal;
  const answer = await paying(client, booking, order(gateway, { amount_in_cents: 40_000 }));
  await performed(service, client, recordOf(answer, "payments"));
  const browser = await verified(service, mailer, portal);
  const page = wordsOf(await browser.get(`${path}/cancel`));
  expect(page).toMatch(/Cancelation fee +€200\.00/);
  expect(page).toMatch(/Refund +€200\.00/);
  const fields = { cost: "20000", reason: "Ill  <i>again</i>" };
  await Promise.all([1, 2, 3].map(() => browser.post(`${path}/cancel`, fields)));
  const canceled = await read(client, "bookings", booking.id);
  expect([canceled.status, canceled.cancelation_reason]).toEqual(["Canceled", "Ill <i>again</i>"]);
  const amounts = (await paymentsOf(client)).map(({ amount_in_cents }) => amount_in_cents);
  expect(amounts).toEqual([40_000, -20_000]);
  const after = wordsOf(await browser.get(path));
  expect(after).toContain("This booking is canceled.");
  expect(after).not.toContain("See what canceling costs");
});

test("cancels nothing at another cost than the page showed", async () => {
  const portal = await aPortal(service, { policy: halfPrice });
  const browser = await verified(service, mailer, portal);
  await browser.get(`${portal.path}/cancel`);
  for (const cost of ["0", "19999", "", "-1", "20000.0"]) {
    const answer = await browser.post(`${portal.path}/cancel`, { cost });
    expect([answer.status, wordsOf(answer)]).toEqual([409, expect.stringContaining("The cost has changed")]);
  }
  expect((await read(portal.client, "bookings", portal.booking.id)).canceled_at).toBeNull();
});

test("leaves recorded payments to the host", async () => {
  const portal = await aPortal(service, { policy: halfPrice });
  await aPayment(portal.client, portal.booking, cash(30_000));
  const browser = await verified(service, mailer, portal);
  await browser.post(`${portal.path}/cancel`, { cost: "20000" });
  expect((await read(portal.client, "bookings", portal.booking.id)).canceled_at).not.toBeNull();
  expect(await paymentsOf(portal.client)).toHaveLength(1);
});

test("offers no cancelation without a policy", async () => {
  const portal = await aPortal(service);
  const browser = await verified(service, mailer, portal);
  expect(wordsOf(await browser.get(portal.path))).not.toContain("See what canceling costs");
  const answer = await browser.post(`${portal.path}/cancel`, { cost: "0" });
  expect([answer.status, answer.location]).toEqual([303, portal.path]);
  expect((await read(portal.client, "bookings", portal.booking.id)).canceled_at).toBeNull();
});
