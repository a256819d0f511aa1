import type { AnyMailTemplate } from "../mail-template.ts";
import { automatedFarewell, automatedMessage, automatedNotice } from "./automated.ts";
import { balanceDue } from "./balance-due.ts";
import { bookingConfirmation } from "./booking-confirmation.ts";
import { depositCaptured, depositRequest } from "./damage-deposit.ts";
import { digest } from "./digest.ts";
import { inboxNotification } from "./inbox-notification.ts";
import { invitation } from "./invitation.ts";
import { invoiceMail } from "./invoice-mail.ts";
import { messageToGuest } from "./message-to-guest.ts";
import { notice } from "./notice.ts";
import { ownerStatementMail } from "./owner-statement.ts";
import { passwordReset } from "./password-reset.ts";
import { portalCodeMail } from "./portal-code.ts";
import { secondFactorChanged } from "./second-factor-changed.ts";
import { webhookDisabled } from "./webhook-disabled.ts";

/** All mail templates. */
export const allTemplates: readonly AnyMailTemplate[] = [
  invitation,
  passwordReset,
  portalCodeMail,
  bookingConfirmation,
  balanceDue,
  depositRequest,
  depositCaptured,
  inboxNotification,
  messageToGuest,
  automatedMessage,
  automatedFarewell,
  automatedNotice,
  ownerStatementMail,
  invoiceMail,
  secondFactorChanged,
  webhookDisabled,
  notice,
  digest,
];

const byName = new Map(allTemplates.map((template) => [template.name, template]));

/** @throws Error for the name of an unknown or removed template */
export function templateOf(name: string): AnyMailTemplate {
  const template = byName.get(name);
  if (!template) throw new Error(`There is no mail ${name}.`);
  return template;
}
