import type { Outcome } from "../../kernel/route.ts";
import type { ActedOn } from "../../kernel/write/actions.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { client } from "../clients/client.ts";
import { restrictProcessing } from "../clients/restrict-processing.ts";
import { inquiriesOfGuest } from "../inquiries/inquiries-of-guest.ts";
import { inquiry } from "../inquiries/inquiry.ts";
import { paymentsOfGuest } from "../payments/forget-payment.ts";
import { payment } from "../payments/payment.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";

/** Shows a client's personal data to the account's own people only; repeated requests do not show it either. */
export async function restrictClient(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await restrictProcessing(context, id);
  const payments = await paymentsOfGuest(context, id);
  await eraseAnswersAbout(context, [
    { resource: client, ids: [id] },
    { resource: payment, ids: payments },
    { resource: inquiry, ids: await inquiriesOfGuest(context, id) },
  ]);
  return { shows: client, id };
}
