import type { Outcome } from "../../kernel/route.ts";
import type { ActedOn } from "../../kernel/write/actions.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { erasePayment } from "../payments/forget-payment.ts";
import { payment } from "../payments/payment.ts";
import { restrictPaymentProcessing } from "../payments/restrict-processing.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";
import { remaining } from "./remaining.ts";

/** Erases the personal data of a payment, and of what was answered about it (bookings.md, Personal data). It is final. */
export async function forgetPayment(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await eraseAnswersAbout(context, [{ resource: payment, ids: await erasePayment(context, id) }]);
  return { shows: payment, id, meta: remaining };
}

/** Shows the personal data of a payment to the account's own people only; repeated requests do not show it either. */
export async function restrictPayment(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await restrictPaymentProcessing(context, id);
  await eraseAnswersAbout(context, [{ resource: payment, ids: [id] }]);
  return { shows: payment, id };
}
