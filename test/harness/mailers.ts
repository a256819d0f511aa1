import type { Mailer, OutgoingMail } from "../../src/kernel/mailer.ts";

/** Accepts mails and sends none. */
export const noMailer: Mailer = { send: async () => undefined, close: async () => undefined };

/** Collects sent mails for a test. */
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
