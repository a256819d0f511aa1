import { expect, test } from "vitest";
import { useService } from "../harness/service.ts";
import { operatorOf } from "./operator.ts";

/** docs/operate/command-line.md: the command line shows waiting and failed work without SQL. */
const service = useService();
const operator = operatorOf(service);

test("lists unsent mails of all accounts or of one, and only failed ones on request", async () => {
  const [one, other] = [await service.anAccount(), await service.anAccount()];
  const queued = (account: number, state: string, error: string | null) =>
    service.sql(
      `insert into mails (account_id, template, recipient, locale, content, state, attempts, error, sent_at)
       values ($1, 'invitation', 'ana@example.com', 'en', '{}', $2, 3, $3, case when $2 = 'sent' then now() end)`,
      [account, state, error],
    );
  await queued(one, "queued", null);
  await queued(other, "failed", "550 no such mailbox");
  await queued(other, "sent", null);
  expect((await operator.list("mail", "list")).map(({ account }) => account)).toEqual([other, one]);
  expect(await operator.list("mail", "list", "--failed")).toMatchObject([
    { account: other, recipient: "ana@example.com", state: "failed", attempts: 3, error: "550 no such mailbox" },
  ]);
  expect(await operator.list("mail", "list", "--account", String(one))).toMatchObject([
    { account: one, state: "queued" },
  ]);
});

test("lists unanswered gateway requests with their amounts, and says when there are none", async () => {
  expect((await operator.run("payment", "unanswered")).out).toBe("No unanswered gateway requests.\n");
  const account = await service.anAccount();
  const [payment] = await service.sql(
    `insert into payments (account_id, amount_in_cents, currency, kind, paid_at) values ($1, 12300, 'EUR', 'cash', now()) returning id`,
    [account],
  );
  await service.sql(
    `insert into payment_steps (account_id, payment_id, step, key, amount_in_cents, state, attempts, first_sent_at, sent_at)
     values ($1, $2, 'charge', 'k', 12300, 'sent', 2, '2026-01-02', '2026-01-02')`,
    [account, payment?.id],
  );
  expect(await operator.list("payment", "unanswered")).toMatchObject([
    ...[{ account, payment: Number(payment?.id), step: "charge", amount: "123.0", currency: "EUR", attempts: 2 }],
  ]);
});
