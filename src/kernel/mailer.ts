/** A rendered mail. */
export interface OutgoingMail {
  /** The same for every attempt, so that recipients can detect duplicates: `<…@example.com>` without its domain. */
  readonly messageId: string;
  /** The display name before the service's own address, such as the business's name. */
  readonly senderName: string;
  readonly to: { readonly name: string | undefined; readonly address: string };
  /** Defaults to the service's own address. */
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly attachments?: readonly MailAttachment[];
}

/** A file in a mail. */
export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** Sends mails: through a mail server, or into a directory. */
export interface Mailer {
  /** @throws MailError, which says whether a retry may help */
  send(mail: OutgoingMail): Promise<void>;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** The reason for a mail's failure. Do not log the message: it may quote the mail server, which may name the recipient. */
export class MailError extends Error {
  /** The server rejected it permanently: a retry would fail too. */
  readonly isPermanent: boolean;
  /** Safe to show, such as `SMTP 451`. */
  readonly code: string;

  constructor(message: string, { isPermanent, code }: { readonly isPermanent: boolean; readonly code: string }) {
    super(message);
    this.isPermanent = isPermanent;
    this.code = code;
  }
}
