import type { SendMailOptions } from "nodemailer";
import { MailError, type OutgoingMail } from "../../kernel/mailer.ts";
import { formats } from "../../kernel/values/text.ts";

/**
 * Builds a mail for the library, which encodes names and subjects.
 * @param from the sender address; its domain completes the Message-ID
 * @throws MailError for input that could inject a header or a recipient
 */
export function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { messageId, senderName, to, replyTo, subject, text, html, attachments = [] } = mail;
  assertAddress("recipient", to.address);
  if (replyTo !== undefined) assertAddress("reply address", replyTo);
  for (const line of [senderName, to.name ?? "", subject])
    if (/\p{Cc}/u.test(line)) throw refusal("A name or the subject contains a control character.");
  return {
    from: { name: senderName, address: from },
    to: { name: to.name ?? "", address: to.address },
    ...(replyTo === undefined ? {} : { replyTo }),
    subject,
    text,
    html,
    ...(attachments.length > 0 && { attachments: [...attachments] }),
    messageId: `<${messageId}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // RFC 3834: suppresses automatic replies.
    headers: { "Auto-Submitted": "auto-generated" },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  };
}

function assertAddress(what: string, address: string): void {
  if (address.length > 320 || !formats.email.matches(address)) throw refusal(`The ${what} is not an e-mail address.`);
}

const refusal = (sentence: string): MailError => new MailError(sentence, { isPermanent: true, code: "unfit" });
