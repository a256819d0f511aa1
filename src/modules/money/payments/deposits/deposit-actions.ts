import { integer, string, text } from "../../../../kernel/attribute.ts";
import { bodyOf, jsonBody } from "../../../../kernel/request-body.ts";
import type { Outcome } from "../../../../kernel/route.ts";
import type { ActedOn, ActionRequest } from "../../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { booking } from "../../../stays/bookings/booking.ts";
import { priceColumn } from "../../../stays/bookings/booking-columns.ts";
import { hundredths } from "../../../stays/bookings/change/paid-totals.ts";
import { holdsCardNumber } from "../card/card-number.ts";
import { lockOwnBooking } from "../payment-lock.ts";
import { assertOwnTransaction } from "../perform/assert-own-transaction.ts";
import { touchBooking } from "../perform/deposit-outcome.ts";
import { endAuthorization } from "../perform/end-authorization.ts";
import { queueStep } from "../perform/payment-steps.ts";
import { queuePerforming } from "../perform/queue-performing.ts";
import { lockPayment } from "../perform/stored-payment.ts";
import { gatewayOf } from "../rental-gateway.ts";
import { openCard } from "./deposit-card.ts";
import { type DepositCard, placeAuthorization } from "./place-authorization.ts";
import { releaseDeposit } from "./release-deposit.ts";
import { type LockedDeposit, lockDeposit } from "./stored-deposit.ts";

const authorizeInput = {
  credit_card_token: string({ maxLength: 500 })
    .inputOnly()
    .description("The gateway's token of the guest's card. Without it, Roost uses the card that the guest left."),
  gateway_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .inputOnly()
    .description("The gateway of the token. Defaults to the rental's."),
};
const captureInput = {
  amount_in_cents: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
    .inputOnly()
    .description(
      "The part to take, in minor units of the currency. Defaults to the whole deposit; the rest is released.",
    ),
  reason: string({ minLength: 1, maxLength: 500 }).required().inputOnly().description("The reason. The guest sees it."),
  message_to_guest: text().inputOnly().description("A message to the guest, sent with the reason."),
};

export const authorizeBody = jsonBody(bodyOf(booking, authorizeInput, "is not an attribute of an authorization"), {
  own: true,
  optional: true,
});
export const captureBody = jsonBody(bodyOf(booking, captureInput, "is not an attribute of a capture"), { own: true });

/**
 * Authorizes a booking's damage deposit now (bookings.md, Payments), on a given or the saved card. A job asks the gateway.
 * @throws RequestError 422 with every problem
 */
export async function authorizeDeposit(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  assertOwnTransaction(context);
  await lockOwnBooking(context, id);
  const locked = await lockDeposit(context, id, context.now);
  const { facts } = locked;
  if (!facts.isLive) errors.add("base", "must be a booked stay");
  else if (facts.amount <= 0) errors.add("base", "has no damage_deposit that Roost may authorize");
  else if (facts.rentalNow >= facts.releaseAt) errors.add("base", "the deposit's release day has passed");
  else if (facts.state === "captured" || facts.state === "capturing") errors.add("base", "the deposit was captured");
  else if (facts.pendingSince !== null) errors.add("base", "the deposit is being authorized: wait for the gateway");
  errors.throwIfAny();
  const card = await cardOf(context, locked, draft.input(authorizeInput.credit_card_token), {
    gateway: draft.input(authorizeInput.gateway_id),
    errors,
  });
  errors.throwIfAny();
  if (card) await placeAuthorization(context, locked, card, { application: context.caller.application, byHand: true });
  await touchBooking(context, locked.booking);
  return { shows: booking, id };
}

async function cardOf(
  context: WriteContext,
  { booking: of, card }: LockedDeposit,
  token: string | null | undefined,
  { gateway, errors }: { readonly gateway: number | null | undefined; readonly errors: ActionRequest["errors"] },
): Promise<DepositCard | undefined> {
  if (!token && !card) errors.add("credit_card_token", "can't be blank: the guest has left no card");
  if (token && holdsCardNumber(token)) errors.add("credit_card_token", "must not contain a card number");
  if (!token)
    return card && { gateway: card.gateway, token: openCard(context.secrets, context.account.id, of.id, card.sealed) };
  const accepting = await context.transaction.rows<{ id: number }>(
    "select id from payment_gateways where account_id = $1 and supported_currencies ? $2",
    [context.account.id, of.currency],
  );
  const chosen = gateway ?? (await gatewayOf(context, of.id));
  if (chosen !== undefined && accepting.some(({ id }) => id === chosen)) return { gateway: chosen, token };
  errors.add("gateway_id", `must be a payment gateway of the account that accepts ${of.currency}`);
  return undefined;
}

/** Releases a booking's damage deposit now; the plan does not authorize it again. @throws RequestError 422 once it was captured */
export async function releaseByHand(
  context: WriteContext,
  { id }: ActedOn,
  { errors }: ActionRequest,
): Promise<Outcome> {
  await lockOwnBooking(context, id);
  const locked = await lockDeposit(context, id, context.now);
  const { state, byHand } = locked.facts;
  if (state === "captured" || state === "capturing")
    errors.add("base", "the deposit was captured: refund its payment instead");
  errors.throwIfAny();
  if (state !== "released" || !byHand) await releaseDeposit(context, locked, { state: "released", byHand: true });
  return { shows: booking, id };
}

/**
 * Captures an authorized damage deposit or a part of it, with a reason that the guest gets by mail. A job calls the gateway.
 * @throws RequestError 422 with every problem
 */
export async function captureDeposit(
  context: WriteContext,
  { id }: ActedOn,
  { draft, errors }: ActionRequest,
): Promise<Outcome> {
  assertOwnTransaction(context);
  await lockOwnBooking(context, id);
  const locked = await lockDeposit(context, id, context.now);
  const { facts, authorization } = locked;
  const isHeld = facts.state === "authorized" && facts.authorizedUntil !== null && facts.authorizedUntil > context.now;
  const payment = isHeld && authorization !== null ? await lockPayment(context, authorization) : undefined;
  if (!payment) errors.add("base", "has no authorized damage deposit");
  const amount = draft.input(captureInput.amount_in_cents) ?? payment?.amount_in_cents ?? 0;
  if (payment && amount > payment.amount_in_cents)
    errors.add("amount_in_cents", `must be less than or equal to ${payment.amount_in_cents}, the authorized amount`);
  const words = {
    reason: draft.input(captureInput.reason),
    message_to_guest: draft.input(captureInput.message_to_guest),
  };
  for (const [name, word] of Object.entries(words))
    if (word && holdsCardNumber(word)) errors.add(name, "must not contain a card number");
  errors.throwIfAny();
  if (!payment) return { shows: booking, id };
  if (locked.pending !== null) await endAuthorization(context, locked.pending);
  await context.transaction.run(
    `update damage_deposits set state = 'capturing', pending_payment_id = null, pending_since = null, retry_at = null,
       captured_amount = $3::numeric, capture_reason = $4, message_to_guest = $5, updated_at = statement_timestamp()
     where account_id = $1 and booking_id = $2`,
    [
      ...[context.account.id, id, priceColumn(hundredths(amount, payment.currency))],
      ...[words.reason ?? null, words.message_to_guest ?? null],
    ],
  );
  await queueStep(context, { payment: payment.id, step: "capture", amount });
  await queuePerforming(context, payment.id);
  await touchBooking(context, locked.booking);
  return { shows: booking, id };
}
