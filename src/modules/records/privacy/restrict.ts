import type { Outcome } from "../../../kernel/route.ts";
import type { ActedOn } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { liftRestriction, restrictProcessing } from "../../../kernel/write/restriction.ts";
import { conversation } from "../../guests/inbox/conversation.ts";
import { conversationsOfGuest } from "../../guests/inbox/guest/conversations-of-guest.ts";
import { message } from "../../guests/inbox/message.ts";
import { recordsAboutGuest } from "../../guests/reviews/erase-guest.ts";
import { invoicesOfGuest } from "../../money/invoices/guest-invoices.ts";
import { invoice } from "../../money/invoices/invoice.ts";
import { paymentsOfGuest } from "../../money/payments/forget-payment.ts";
import { payment } from "../../money/payments/payment.ts";
import { attachment } from "../../platform/attachments/attachment.ts";
import { client } from "../../stays/clients/client.ts";
import { inquiriesOfGuest } from "../../stays/inquiries/inquiries-of-guest.ts";
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { tasksOfGuest } from "../../stays/tasks/erase-guest.ts";
import { task } from "../../stays/tasks/task.ts";
import { eraseAnswersAbout } from "./erase-answers.ts";

/** Hides a client's personal data from everyone but the account's own people, also in stored responses. */
export async function restrictClient(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await restrictProcessing(context, client, id);
  const payments = await paymentsOfGuest(context, id);
  const written = await conversationsOfGuest(context, id);
  await eraseAnswersAbout(context, [
    { resource: client, ids: [id] },
    { resource: payment, ids: payments },
    { resource: invoice, ids: await invoicesOfGuest(context, id) },
    { resource: inquiry, ids: await inquiriesOfGuest(context, id) },
    { resource: conversation, ids: written.conversations },
    { resource: message, ids: written.messages },
    { resource: attachment, ids: written.attachments },
    { resource: task, ids: await tasksOfGuest(context, id) },
    ...(await recordsAboutGuest(context, id)),
  ]);
  return { shows: client, id };
}

/** Lifts a client's restriction. @throws RequestError 403 for callers from whom the data is hidden */
export async function liftClientRestriction(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await liftRestriction(context, client, id);
  return { shows: client, id };
}

/** Hides a payment's personal data from everyone but the account's own people, also in stored responses. */
export async function restrictPayment(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await restrictProcessing(context, payment, id);
  await eraseAnswersAbout(context, [{ resource: payment, ids: [id] }]);
  return { shows: payment, id };
}

/** Lifts a payment's restriction, unless its guest's is in force. @throws RequestError 403 for callers from whom the data is hidden */
export async function liftPaymentRestriction(context: WriteContext, { id }: ActedOn): Promise<Outcome> {
  await liftRestriction(context, payment, id);
  return { shows: payment, id };
}
