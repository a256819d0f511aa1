import { balanceOf, dueNow } from "../../../core/due-now.ts";
import { localTime } from "../../../core/time-zone.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { type BookingToPay, lockBookingToPay } from "../../stays/bookings/change/paid-booking.ts";
import { minorUnits } from "../../stays/bookings/change/paid-totals.ts";
import { maskedToken } from "./card/card-number.ts";
import { storeToken } from "./card/card-token.ts";
import { describePayment } from "./describe-payment.ts";
import { updatePaidSums } from "./paid-sums.ts";
import type { Bill, FoundPage } from "./payment-page.ts";
import { type Checkout, type CheckoutStart, openCheckoutPage, resumeOrOvertake } from "./perform/checkout-page.ts";
import { cancelOvertaken, isStillOpen, lastOrder } from "./perform/last-order.ts";
import { queueStep } from "./perform/payment-steps.ts";
import { placeOrder } from "./perform/place-order.ts";
import { assignToBooking } from "./perform/stored-payment.ts";

/** A guest's request to pay on a payment page. `now` in epoch milliseconds. */
export interface PagePayment {
  readonly page: FoundPage;
  readonly bill: Bill;
  readonly secrets: Secrets;
  readonly ip: string;
  readonly now: number;
  /** Pays the whole balance instead of the amount due now. */
  readonly inFull: boolean;
  /** The amount on the button that the guest pressed, in minor units: nothing else is charged. */
  readonly shown?: number | undefined;
}

/** The amount to pay is no longer the one that the guest was shown. Nothing was ordered. */
export class AmountChangedError extends Error {}

/**
 * Orders the amount due with a card token. Does nothing while an order is pending or when nothing is due,
 * so pressing the button twice pays once.
 * @throws AmountChangedError
 */
export async function payWithToken(request: PagePayment, token: string): Promise<void> {
  const { page, secrets, now } = request;
  await page.scope.transaction(async (transaction) => {
    const context = { transaction, account: { id: page.account }, secrets };
    const order = await newOrder(context, request);
    if (!order) return;
    await storeToken(context, order.id, { token, shown: maskedToken(token) });
    await placeOrder(context, { ...order, capturableFrom: null, now });
  });
}

/**
 * Starts a payment on the gateway's page, or resumes an open one for the same amount: its key returns the same page. A page of the booking
 * with another return address needs its own payment, which supersedes the open one.
 * @param returnUrl where the gateway sends the guest afterwards
 * @returns the URL to send the guest to; undefined when nothing is due
 */
export async function payAtGateway(
  request: PagePayment,
  endpoints: Readonly<Record<string, string>>,
  returnUrl: string,
): Promise<string | undefined> {
  const { page, bill, secrets } = request;
  return resumeOrOvertake(async (start) => {
    const checkout = await page.scope.transaction((transaction) =>
      openCheckout({ transaction, account: { id: page.account } }, request, start),
    );
    if (!checkout) return undefined;
    const { currency } = bill;
    const keepsCard = checkout.keeps_card;
    return openCheckoutPage({ page, secrets, endpoints, returnUrl, currency, checkout, captures: true, keepsCard });
  });
}

type KeptCheckout = Checkout & { keeps_card: boolean };

/** The open checkout for the amount, or a new one. Checkouts expire at the gateway after a day. */
async function openCheckout(
  context: AccountTransaction,
  request: PagePayment,
  start: CheckoutStart,
): Promise<KeptCheckout | undefined> {
  const { transaction, account } = context;
  const order = await newOrder(context, request, start);
  if (!order) return undefined;
  const open = (id: number | null): Promise<KeptCheckout | undefined> =>
    transaction.row<KeptCheckout>(
      `select payments.id, payment_steps.key, payments.payment_gateway_id, payments.amount_in_cents, payments.description, payments.keeps_card
       from payments join payment_steps on payment_steps.account_id = $1 and payment_steps.payment_id = payments.id
       where payments.account_id = $1 and payments.id = $2 and payment_steps.step = 'checkout' and payments.payment_gateway_id is not null`,
      [account.id, id],
    );
  if (order.isNew) await queueStep(context, { payment: order.id, step: "checkout", amount: order.amount });
  return open(order.id);
}

interface PageOrder {
  readonly id: number;
  readonly amount: number;
  readonly kind: string;
  readonly isNew: boolean;
}

/**
 * Stores an order for the amount due now, or for the balance, under the booking's lock.
 * @param start how to treat an open checkout; without it, the result is undefined
 */
async function newOrder(
  context: AccountTransaction,
  request: PagePayment,
  start?: CheckoutStart,
): Promise<PageOrder | undefined> {
  const { page, bill, ip, inFull, shown, now } = request;
  const booking = await lockBookingToPay(context, page.booking);
  const amount = amountOf(booking, { inFull, now });
  if (booking.canceledAt !== null || amount <= 0 || !bill.gateway) return undefined;
  const kind = booking.booked ? "service" : "instant-booking";
  const last = await lastOrder(context.transaction, page.account, page.booking);
  if (last?.state === "under way") return undefined;
  if (shown !== undefined && shown !== amount) throw new AmountChangedError();
  if (last?.state === "at the gateway") {
    if (!start) return undefined;
    if (start === "resume" && (await isStillOpen(context, last.id, amount)))
      return { id: last.id, amount, kind, isNew: false };
    await cancelOvertaken(context, last.id);
  }
  const row = await context.transaction.row<{ id: number }>(
    `insert into payments (account_id, payment_gateway_id, gateway_type, gateway_name, kind, amount_in_cents, currency, ordered, description, ip, keeps_card)
     values ($1, $2, 'PaymentGateway', $3, $4, $5, $6, true, $7, $8, $9) returning id`,
    [
      ...[
        page.account,
        bill.gateway.id,
        bill.gateway.name,
        kind,
        amount,
        booking.currency,
        describePayment(booking),
        ip,
      ],
      bill.deposit?.keepsCard ?? false,
    ],
  );
  if (!row) throw new Error("The page's order was not stored.");
  await assignToBooking(context, { id: row.id, amount_in_cents: amount, currency: booking.currency }, booking.id);
  await updatePaidSums(context, booking);
  return { id: row.id, amount, kind, isNew: true };
}

/** The amount to pay under the lock, in minor units. */
function amountOf(booking: BookingToPay, { inFull, now }: Pick<PagePayment, "inFull" | "now">): number {
  const payable = { ...booking, paid: booking.paidAmount + booking.authorizedAmount };
  const amount = inFull ? balanceOf(payable) : dueNow(payable, localTime(booking.timeZone, now));
  return minorUnits(amount, booking.currency);
}
