import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import { depositCaptured, depositRequest } from "../../../platform/mails/templates/damage-deposit.ts";
import { depositPlan } from "../schedule/deposit-plan.ts";
import { mailGuest } from "./mail-guest.ts";

type DepositWords = {
  deposit: number | null;
  captured: number | null;
  failure_reason: string | null;
  capture_reason: string | null;
  message_to_guest: string | null;
  was_asked: boolean;
  authorize_at: number | null;
  release_at: number;
};

interface DepositMail {
  readonly booking: number;
  /** See `queueMail`. */
  readonly cause: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Mails a guest the request to authorize the deposit on the payment page, unless they have acted since.
 * @returns whether the mail was queued
 */
export async function mailDepositRequest(
  context: AccountTransaction,
  { booking, cause, now }: DepositMail,
): Promise<boolean> {
  const words = await readWords(context, booking);
  if (!words?.deposit || !words.was_asked) return false;
  const deposit = { ...plannedDays(words), amount: words.deposit, reason: words.failure_reason, message: null };
  const mail = { booking, template: depositRequest, cause: () => cause, isDue: () => true, deposit };
  return mailGuest(context, mail, now);
}

/** The days after the stay on which a guest still gets a mail about a captured deposit: its release takes at most 60. */
const afterStayDays = 90;

/**
 * Mails a guest the captured amount of the deposit, with the host's reason and message.
 * @returns whether the mail was queued
 */
export async function mailDepositCapture(
  context: AccountTransaction,
  { booking, cause, now }: DepositMail,
): Promise<boolean> {
  const words = await readWords(context, booking);
  if (!words?.captured) return false;
  const { capture_reason: reason, message_to_guest: message, captured: amount } = words;
  const deposit = { ...plannedDays(words), amount, reason, message };
  const mail = { booking, template: depositCaptured, cause: () => cause, isDue: () => true, deposit, afterStayDays };
  return mailGuest(context, mail, now);
}

const plannedDays = ({ authorize_at, release_at }: DepositWords) => ({
  from: authorize_at === null ? null : formatDay(dayOfInstant(authorize_at)),
  releasedOn: formatDay(dayOfInstant(release_at)),
});

function readWords({ transaction, account }: AccountTransaction, booking: number): Promise<DepositWords | undefined> {
  return transaction.row<DepositWords>(
    `select bookings.damage_deposit as deposit, deposits.captured_amount as captured, deposits.failure_reason, deposits.capture_reason,
       deposits.message_to_guest, deposits.asked_at is not null as was_asked,
       ${depositPlan.authorizeAt} as authorize_at, ${depositPlan.releaseAt} as release_at
     from damage_deposits as deposits join bookings on bookings.account_id = $1 and bookings.id = deposits.booking_id
     join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     where deposits.account_id = $1 and deposits.booking_id = $2`,
    [account.id, booking],
  );
}
