import type { Mailer, OutgoingMail } from "../../src/kernel/mailer.ts";

/** Takes mails and sends none. */
export const noMailer: Mailer = { send: async () => undefined, close: async () => undefined };

/** Keeps what is sent, for a test to look at. */
export function keptMails(): Mailer & { readonly sent: OutgoingMail[] } {
  const sent: OutgoingMail[] = [];
  return {
    sent,
    async send(mail) {
      sent.push(mail);
    },
    close: async () => undefined,
  };
}
