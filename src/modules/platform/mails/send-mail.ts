import { messagesIn } from "@roost/messages/messages-in.ts";
import Type from "typebox";
import { linkToken } from "../../../kernel/access/link-tokens.ts";
import { type MailAttachment, MailError, type OutgoingMail } from "../../../kernel/mailer.ts";
import { defineJob, type JobContext } from "../../../kernel/write/jobs/job.ts";
import { layOut } from "./mail-layout.ts";
import { linkOwner } from "./mail-link.ts";
import type { AnyMailTemplate } from "./mail-template.ts";
import { wordsOf } from "./mail-words.ts";
import { templateOf } from "./templates/all-templates.ts";

/** Sends a queued mail. Fifteen attempts take a day and a half, which outlasts most outages of mail servers. */
export const sendMail = defineJob("send mail", {
  lane: "money and mail",
  payload: Type.Object({ mail: Type.Integer() }),
  attempts: 15,
  run: async (context, { mail: id }) => {
    const queued = await begin(context, id);
    if (!queued) return;
    const template = templateOf(queued.template);
    const problem = unwanted(template, queued);
    if (problem !== undefined) return fail(context, id, problem);
    try {
      await context.mailer.send(await writeMail(context, template, queued));
    } catch (error) {
      return failed(context, id, error);
    }
    await noteSent(context, id);
  },
});

type QueuedMail = {
  id: number;
  template: string;
  recipient: string;
  recipient_name: string | null;
  reply_to: string | null;
  locale: string;
  content: object;
  sealed_link: Buffer | null;
  message_id: string;
  business_name: string;
  email: string | null;
  mail_sender_name: string | null;
  mail_reply_to: string | null;
  is_closed: boolean;
  payment_page: string | null;
  is_canceled: boolean;
  is_of_another: boolean;
  is_restricted: boolean;
  invoice_number: string | null;
  invoice_pdf: Buffer | null;
  invoice_ubl: string | null;
};

/** The reason to drop a queued mail, because of a later event; undefined if there is none. */
function unwanted({ audience, link, endsWithStay }: AnyMailTemplate, mail: QueuedMail): string | undefined {
  if (audience === "person") return undefined;
  if (mail.is_closed) return "The account is closed.";
  if (mail.is_restricted) return "The recipient's data is used no more.";
  if (link === "payment" && mail.is_of_another) return "The booking has another guest.";
  return endsWithStay && mail.is_canceled ? "The booking is canceled." : undefined;
}

/** Counts the attempt, and reads the mail. @returns undefined if it was sent, abandoned or erased meanwhile */
function begin({ scope, account, secrets }: JobContext, id: number): Promise<QueuedMail | undefined> {
  return scope.transaction((transaction) =>
    transaction.row<QueuedMail>(
      `update mails set attempts = mails.attempts + 1, updated_at = statement_timestamp() from accounts
       where mails.account_id = $1 and mails.id = $2 and mails.state = 'queued' and accounts.id = mails.account_id
       returning mails.id, mails.template, mails.recipient, mails.recipient_name, mails.reply_to, mails.locale, mails.content,
         mails.sealed_link, mails.message_id, accounts.business_name, accounts.email,
         accounts.mail_sender_name, accounts.mail_reply_to, accounts.closed_at is not null as is_closed,
         (select ${linkToken("payment", "bookings", "$3::bytea")} from bookings
          where bookings.account_id = $1 and bookings.id = mails.booking_id) as payment_page,
         exists (select from bookings where bookings.account_id = $1 and bookings.id = mails.booking_id
           and bookings.canceled_at is not null) as is_canceled,
         exists (select from bookings where bookings.account_id = $1 and bookings.id = mails.booking_id
           and bookings.client_id is distinct from mails.client_id) as is_of_another,
         exists (select from clients where clients.account_id = $1 and clients.id = mails.client_id
           and clients.processing_restricted_at is not null)
         or exists (select from contacts where contacts.account_id = $1 and contacts.id = mails.contact_id
           and contacts.processing_restricted_at is not null) as is_restricted,
         (select number from invoices where invoices.account_id = $1 and invoices.id = mails.invoice_id) as invoice_number,
         (select pdf from invoices where invoices.account_id = $1 and invoices.id = mails.invoice_id) as invoice_pdf,
         (select ubl from invoices where invoices.account_id = $1 and invoices.id = mails.invoice_id) as invoice_ubl`,
      [account, id, secrets.linkKey],
    ),
  );
}

async function writeMail(context: JobContext, template: AnyMailTemplate, mail: QueuedMail): Promise<OutgoingMail> {
  const { language, locale } = wordsOf(mail.locale);
  const t = messagesIn(language);
  const path = linkOf(context, template, mail);
  const setting = {
    t,
    locale,
    link: path === undefined ? undefined : `${context.baseUrl}${path}`,
    portal:
      template.link === "payment" && mail.payment_page !== null
        ? `${context.baseUrl}/portal/${mail.payment_page}`
        : undefined,
    host: mail.business_name,
    baseUrl: context.baseUrl,
  };
  const content = await template.compose(mail.content, setting);
  const isFromBusiness = template.audience !== "person";
  const footer = t(`mails.footer.${template.audience}`, { host: mail.business_name });
  return {
    messageId: mail.message_id,
    senderName: isFromBusiness ? (mail.mail_sender_name ?? mail.business_name) : "Roost",
    to: { name: mail.recipient_name ?? undefined, address: mail.recipient },
    replyTo: mail.reply_to ?? (isFromBusiness ? (mail.mail_reply_to ?? mail.email ?? undefined) : undefined),
    ...layOut(content, footer, language),
    attachments: invoiceFiles(mail),
  };
}

/** The files of the mail's invoice. */
function invoiceFiles({ invoice_number: number, invoice_pdf: pdf, invoice_ubl: ubl }: QueuedMail): MailAttachment[] {
  if (number === null || pdf === null) return [];
  const name = number.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const file = { filename: `${name}.pdf`, contentType: "application/pdf", content: pdf };
  if (ubl === null) return [file];
  return [file, { filename: `${name}.xml`, contentType: "application/xml", content: Buffer.from(ubl) }];
}

/** The path of the mail's link. Secrets are inserted only here, on sending. */
function linkOf({ secrets, account }: JobContext, { link }: AnyMailTemplate, mail: QueuedMail): string | undefined {
  if (link === "payment") return mail.payment_page === null ? undefined : `/pay/${mail.payment_page}`;
  if (link === "none" || !mail.sealed_link) return undefined;
  return secrets.open(mail.sealed_link, linkOwner(account, mail.id));
}

/** A mail server's response may name the recipient. Only the account's row stores it; the queue and the log get a code. */
async function failed(context: JobContext, id: number, error: unknown): Promise<void> {
  const refused = error instanceof MailError ? error : undefined;
  const sentence = refused?.message ?? "The e-mail could not be written.";
  if (refused?.isPermanent) return fail(context, id, sentence);
  if (context.last) await fail(context, id, sentence);
  else await note(context, id, sentence);
  if (!refused) throw error;
  throw new Error(`The mail ${id} was not handed on: ${refused.code}.`);
}

async function note({ scope, account }: JobContext, id: number, sentence: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      "update mails set error = $3, updated_at = statement_timestamp() where account_id = $1 and id = $2 and state = 'queued'",
      [account, id, sentence.slice(0, 500)],
    ),
  );
}

/** Stops retrying a mail. */
async function fail({ scope, account }: JobContext, id: number, sentence: string): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update mails set state = 'failed', error = $3, sealed_link = null, updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and state = 'queued'`,
      [account, id, sentence.slice(0, 500)],
    ),
  );
}

async function noteSent({ scope, account }: JobContext, id: number): Promise<void> {
  await scope.transaction((transaction) =>
    transaction.run(
      `update mails set state = 'sent', error = null, sealed_link = null, sent_at = statement_timestamp(), updated_at = statement_timestamp()
       where account_id = $1 and id = $2 and state = 'queued'`,
      [account, id],
    ),
  );
}
