import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import { balanceDue } from "../../../platform/mails/templates/balance-due.ts";
import { bookingConfirmation } from "../../../platform/mails/templates/booking-confirmation.ts";
import { mailDepositCapture, mailDepositRequest } from "../../../stays/bookings/guest/deposit-mails.ts";
import { mailGuest } from "../../../stays/bookings/guest/mail-guest.ts";
import type { EffectContext } from "./effect.ts";

/** Queues a mail of Roost's own. @returns whether it was queued */
type OwnMail = (context: EffectContext, action: { booking: number; occurrence: string }) => Promise<boolean>;

/** Roost's own mails, by built-in rule. Their causes are the names under which earlier releases sent them. */
export const ownMails: ReadonlyMap<string, OwnMail> = new Map<string, OwnMail>([
  [
    "balance_reminder",
    (context, { booking }) =>
      mailGuest(
        context,
        {
          booking,
          template: balanceDue,
          // Once for each due date.
          cause: ({ balanceDueAt }) => `balance ${booking} ${formatDay(dayOfInstant(balanceDueAt ?? context.now))}`,
          isDue: ({ reminders, left, balanceDueAt }) => reminders && left > 0 && balanceDueAt !== null,
        },
        context.now,
      ),
  ],
  [
    "booking_confirmation",
    (context, { booking }) =>
      mailGuest(
        context,
        {
          booking,
          template: bookingConfirmation,
          cause: () => `confirmation ${booking}`,
          isDue: ({ confirmations }) => confirmations,
        },
        context.now,
      ),
  ],
  [
    "deposit_request",
    (context, { booking, occurrence }) =>
      mailDepositRequest(context, { booking, cause: `deposit ${booking} ${occurrence}`, now: context.now }),
  ],
  [
    "deposit_capture",
    (context, { booking }) =>
      mailDepositCapture(context, { booking, cause: `deposit ${booking} captured`, now: context.now }),
  ],
]);
