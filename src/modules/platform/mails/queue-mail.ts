import type { Static, TSchema } from "typebox";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { queueJob } from "../../../kernel/write/jobs/job.ts";
import { linkOwner } from "./mail-link.ts";
import type { MailTemplate } from "./mail-template.ts";
import { sendMail } from "./send-mail.ts";

/** A mail to send once the transaction is committed. */
export interface MailToQueue<Values extends TSchema> {
  readonly to: { readonly address: string; readonly name?: string | undefined };
  readonly template: MailTemplate<Values>;
  /** The recipient's locale. Null or an unsupported language means English. */
  readonly locale: string | null;
  readonly values: Static<Values>;
  /** The address for replies; by default the account's own. */
  readonly replyTo?: string | undefined;
  /** The mail's cause, such as `confirmation 17`. Each cause queues at most one mail. */
  readonly cause?: string;
  /** The people whose data it contains: it is erased with theirs. */
  readonly about?: {
    readonly client?: number | null;
    readonly booking?: number | null;
    readonly inquiry?: number | null;
    readonly conversation?: number | null;
    readonly contact?: number | null;
    /** Its files are attached. */
    readonly invoice?: number | null;
  };
  /** For a template whose link is `sealed`: a path of this service that contains a secret. */
  readonly link?: { readonly path: string; readonly secrets: Secrets };
}

/**
 * Queues a mail in the operation's own transaction: it is sent once that is committed, and never if it is rolled back. At least once
 * (docs/design/inbox.md).
 * @returns its id; undefined if its cause already queued a mail, or its client was forgotten
 */
export async function queueMail<Values extends TSchema>(
  context: AccountTransaction,
  mail: MailToQueue<Values>,
): Promise<number | undefined> {
  const { transaction, account } = context;
  const { to, template, about = {}, link } = mail;
  if ((template.link === "sealed") !== (link !== undefined))
    throw new Error(`The mail ${template.name} needs a link exactly when its template seals one.`);
  if (about.client && (await isForgotten(context, about.client))) return undefined;
  const row = await transaction.row<{ id: number }>(
    `insert into mails (account_id, template, recipient, recipient_name, reply_to, locale, content, cause, client_id, booking_id, conversation_id, contact_id, invoice_id, inquiry_id)
     values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8, $9, $10, $11, $12, $13, $14)
     on conflict (account_id, cause) where cause is not null do nothing returning id`,
    [
      ...[account.id, template.name, to.address, to.name ?? null, mail.replyTo ?? null, mail.locale ?? "en"],
      ...[JSON.stringify(mail.values), mail.cause ?? null],
      ...[
        about.client ?? null,
        about.booking ?? null,
        about.conversation ?? null,
        about.contact ?? null,
        about.invoice ?? null,
        about.inquiry ?? null,
      ],
    ],
  );
  if (!row) return undefined;
  if (link) {
    await transaction.run("update mails set sealed_link = $3 where account_id = $1 and id = $2", [
      ...[account.id, row.id, link.secrets.seal(link.path, linkOwner(account.id, row.id))],
    ]);
  }
  await queueJob(context, sendMail, { mail: row.id });
  return row.id;
}

/** Waits for a concurrent erasure, which holds the client's row. Either the erasure sees this mail, or this sees the erased client. */
async function isForgotten({ transaction, account }: AccountTransaction, client: number): Promise<boolean> {
  const row = await transaction.row<{ forgotten: boolean }>(
    "select forget_me_at is not null as forgotten from clients where account_id = $1 and id = $2 for key share",
    [account.id, client],
  );
  return row?.forgotten ?? false;
}
