import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { erasePayment } from "../../money/payments/forget-payment.ts";
import { payment } from "../../money/payments/payment.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";
import { eraseHistoryOf } from "./erase-history.ts";
import { remaining } from "./remaining.ts";

/** Erases a payment's personal data, also from stored responses (bookings.md, Personal data). It can't be undone. */
export async function forgetPayment(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  const erased = [{ resource: payment, ids: await erasePayment(context, id) }];
  await eraseAnswersAbout(context, erased);
  await eraseHistoryOf(context, erased);
  return { shows: payment, id, meta: remaining };
}
