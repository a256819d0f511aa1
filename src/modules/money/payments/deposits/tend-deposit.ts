import Type from "typebox";
import type { Database } from "../../../../database/connect/database.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { defineJob } from "../../../../kernel/write/jobs/job.ts";
import { queueEach } from "../../../../kernel/write/jobs/queue-each.ts";
import { askForDeposit } from "../note-deposit-event.ts";
import { touchBooking } from "../perform/deposit-outcome.ts";
import { endAuthorization } from "../perform/end-authorization.ts";
import { openCard } from "./deposit-card.ts";
import { nextStep } from "./next-step.ts";
import { placeAuthorization } from "./place-authorization.ts";
import { releaseDeposit } from "./release-deposit.ts";
import { type LockedDeposit, lockDeposit } from "./stored-deposit.ts";

const maxDepositsPerAccount = 20;

/** Takes a damage deposit's next step. Running it again changes nothing. */
export const tendDepositJob = defineJob("tend damage deposit", {
  lane: "money and mail",
  payload: Type.Object({ booking: Type.Integer() }),
  run: ({ scope, account, secrets, now }, { booking }) =>
    scope.transaction((transaction) => tendDeposit({ transaction, account: { id: account }, secrets }, booking, now)),
});

/** Queues each damage deposit of all accounts that needs a step. */
export async function tendDeposits(database: Database): Promise<number> {
  const due = { text: "select account, booking from damage_deposits_to_tend($1)", values: [maxDepositsPerAccount] };
  return queueEach(database, due, tendDepositJob, (booking) => ({ booking }));
}

/**
 * Takes a deposit's next step (next-step.ts): authorizes, renews, releases, or asks the guest. Calls gateways after the commit.
 * @param now epoch milliseconds
 */
export async function tendDeposit(
  context: AccountTransaction & { readonly secrets: Secrets },
  booking: number,
  now: number,
): Promise<void> {
  const locked = await lockDeposit(context, booking, now);
  switch (nextStep(locked.facts)) {
    case "authorize":
      return authorizeSavedCard(context, locked);
    case "ask":
      return ask(context, locked);
    case "release":
      return releaseDeposit(context, locked, { state: "released" });
    case "postpone":
      return releaseDeposit(context, locked, { state: "planned" });
    case "expire":
      await giveUp(context, locked, locked.authorization, "The authorization has expired.");
      return tendDeposit(context, booking, now);
    case "abandon":
      await giveUp(context, locked, locked.pending, "The gateway did not answer.");
      return tendDeposit(context, booking, now);
    case undefined:
      return undefined;
  }
}

async function authorizeSavedCard(
  context: AccountTransaction & { readonly secrets: Secrets },
  locked: LockedDeposit,
): Promise<void> {
  const { card, booking } = locked;
  if (!card) throw new Error(`The deposit of booking ${booking.id} has no card.`);
  const token = openCard(context.secrets, context.account.id, booking.id, card.sealed);
  await placeAuthorization(context, locked, { gateway: card.gateway, token });
}

/** Asks once; the guest or the manager acts then. */
async function ask(context: AccountTransaction, { booking, facts }: LockedDeposit): Promise<void> {
  const { transaction, account } = context;
  await transaction.run(
    `insert into damage_deposits (account_id, booking_id, retry_at) values ($1, $2, null)
     on conflict (account_id, booking_id) do update set retry_at = null, updated_at = excluded.updated_at,
       state = case when damage_deposits.state = 'released' then 'planned' else damage_deposits.state end`,
    [account.id, booking.id],
  );
  await askForDeposit(context, booking.id, `of ${booking.startAt} ${facts.state} ${facts.authorizedUntil ?? ""}`);
  await touchBooking(context, booking);
}

/** Ends an authorization that is over or was never answered, so that another can be placed. */
async function giveUp(
  context: AccountTransaction,
  { booking, facts }: LockedDeposit,
  payment: number | null,
  reason: string,
): Promise<void> {
  if (payment !== null) await endAuthorization(context, payment);
  await context.transaction.run(
    `update damage_deposits set payment_id = nullif(payment_id, $3), pending_payment_id = nullif(pending_payment_id, $3),
       pending_since = case when pending_payment_id is distinct from $3 then pending_since end,
       authorized_until = case when payment_id is distinct from $3 then authorized_until end,
       state = case when payment_id is null or payment_id = $3 then 'failed' else 'authorized' end,
       failure_reason = $4, retry_at = to_timestamp($5::double precision / 1000), updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2`,
    [context.account.id, booking.id, payment, reason, facts.now],
  );
  await touchBooking(context, booking);
}
