/** A mail that is ready to go out. */
export interface OutgoingMail {
  /** The same with every attempt, so that a mail that arrives twice is known as one: `<…@example.com>` without its domain. */
  readonly messageId: string;
  /** What stands before the service's own address, such as the name of the business. */
  readonly senderName: string;
  readonly to: { readonly name: string | undefined; readonly address: string };
  /** Where an answer goes; to the service's own address unless told. */
  readonly replyTo: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands mails on: to a mail server, or into a directory. */
export interface Mailer {
  /** @throws MailError, which says whether another attempt may help */
  send(mail: OutgoingMail): Promise<void>;
  /** Gives its connections back. */
  close(): Promise<void>;
}

/** Why a mail was not handed on. The message may repeat what a mail server says, which may name the recipient: it is not for a log. */
export class MailError extends Error {
  /** It was refused for good: another attempt would be refused too. */
  readonly isPermanent: boolean;
  /** What can be said to everybody, such as `SMTP 451`. */
  readonly code: string;

  constructor(message: string, { isPermanent, code }: { readonly isPermanent: boolean; readonly code: string }) {
    super(message);
    this.isPermanent = isPermanent;
    this.code = code;
  }
}
