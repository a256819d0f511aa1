import type { Secrets } from "../../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { priceColumn } from "../../../stays/bookings/booking-columns.ts";
import { minorUnits } from "../../../stays/bookings/change/paid-totals.ts";
import { AmountChangedError, type PagePayment } from "../pay-on-page.ts";
import { type Checkout, type CheckoutStart, openCheckoutPage, resumeOrOvertake } from "../perform/checkout-page.ts";
import { cancelOvertaken } from "../perform/last-order.ts";
import { queueStep } from "../perform/payment-steps.ts";
import { depositOnPage } from "./deposit-on-page.ts";
import { insertAuthorization, placeAuthorization } from "./place-authorization.ts";
import { type LockedDeposit, lockDeposit } from "./stored-deposit.ts";

/**
 * Authorizes the deposit with a card token. Does nothing while it is not due, so pressing the button twice authorizes once.
 * @throws AmountChangedError
 */
export async function authorizeWithToken(request: PagePayment, token: string): Promise<void> {
  const { page, bill, secrets, now } = request;
  const { gateway } = bill;
  if (!gateway) return;
  await page.scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: page.account }, secrets };
    const locked = await lockDeposit(context, page.booking, now);
    const deposit = await depositOnPage(context, page.booking, now);
    if (!deposit?.isPayable) return;
    checkShown(request, locked);
    await placeAuthorization(context, locked, { gateway: gateway.id, token });
  });
}

/**
 * Starts an authorization on the gateway's page, or resumes an open one: the guest can confirm it with the bank there.
 * @param returnUrl where the gateway sends the guest afterwards
 * @returns the URL to send the guest to; undefined when nothing is due
 */
export async function authorizeAtGateway(
  request: PagePayment,
  endpoints: Readonly<Record<string, string>>,
  returnUrl: string,
): Promise<string | undefined> {
  const { page, bill, secrets } = request;
  return resumeOrOvertake(async (start) => {
    const checkout = await page.scope.transaction((transaction) =>
      openCheckout({ transaction, account: { id: page.account }, secrets }, request, start),
    );
    if (!checkout) return undefined;
    const { currency } = bill;
    return openCheckoutPage({
      page,
      secrets,
      endpoints,
      returnUrl,
      currency,
      checkout,
      captures: false,
      keepsCard: true,
    });
  });
}

/** @throws AmountChangedError if the button showed another amount */
function checkShown({ shown }: PagePayment, { facts, booking }: LockedDeposit): void {
  if (shown !== undefined && shown !== minorUnits(facts.amount, booking.currency)) throw new AmountChangedError();
}

/** The open checkout for the amount, or a new one. Checkouts expire at the gateway after a day. */
async function openCheckout(
  context: AccountTransaction & { readonly secrets: Secrets },
  request: PagePayment,
  start: CheckoutStart,
): Promise<Checkout | undefined> {
  const { page, bill, ip, now } = request;
  const locked = await lockDeposit(context, page.booking, now);
  const deposit = await depositOnPage(context, page.booking, now);
  if (!deposit?.isPayable || !bill.gateway) return undefined;
  checkShown(request, locked);
  const { transaction, account } = context;
  const open = (): Promise<Checkout | undefined> =>
    transaction.row<Checkout>(
      `select payments.id, payment_steps.key, payments.payment_gateway_id, payments.amount_in_cents, payments.description
       from payments join bookings_payments as line on line.account_id = $1 and line.payment_id = payments.id
       join payment_steps on payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
       where payments.account_id = $1 and line.booking_id = $2 and payments.kind = 'damage-deposit' and payments.canceled_at is null
         and payments.rejected_at is null and payment_steps.step = 'checkout' and payment_steps.state = 'queued'
         and payments.payment_gateway_id is not null and payments.created_at > now() - interval '20 hours'
         and payments.amount_in_cents = $3
       order by payments.id desc limit 1`,
      [account.id, page.booking, minorUnits(locked.facts.amount, locked.booking.currency)],
    );
  const before = await open();
  if (before && start === "resume") return before;
  if (before) await cancelOvertaken(context, before.id);
  const { id, amount } = await insertAuthorization(context, locked, bill.gateway.id, { ip });
  await queueStep(context, { payment: id, step: "checkout", amount });
  await transaction.run(
    `insert into damage_deposits (account_id, booking_id, deposit, retry_at) values ($1, $2, $3, null)
     on conflict (account_id, booking_id) do update set deposit = excluded.deposit, updated_at = excluded.updated_at`,
    [account.id, page.booking, priceColumn(locked.facts.amount)],
  );
  return open();
}
