import Type, { type Static } from "typebox";
import { defineMail, type MailBlock, type MailContent, type MailSetting } from "../mail-template.ts";

/** The placeholder of the payment page in a stored text. Its secret address is inserted on sending. No template filter changes it. */
export const paymentMark = "\u{F8FF}\u{F8FE}\u{F8FF}";

const values = Type.Object({
  /** Null or empty for a default that names the booking or the business. */
  subject: Type.Union([Type.String(), Type.Null()]),
  content: Type.String(),
  reference: Type.Union([Type.String(), Type.Null()]),
});

/** A rule's text to a guest about a stay, as the host wrote it. */
export const automatedMessage = defineMail("automated message", {
  audience: "guest",
  link: "payment",
  values,
  write,
});

/** A rule's text to a guest whose stay was canceled. */
export const automatedFarewell = defineMail("automated farewell", { audience: "guest", values, write });

/** A rule's text to members. */
export const automatedNotice = defineMail("automated notice", { audience: "person", values, write });

function write({ subject, content, reference }: Static<typeof values>, setting: MailSetting): MailContent {
  const { t, host } = setting;
  const own = subject?.replaceAll(paymentMark, "").trim();
  const ofBooking = reference === null ? undefined : t("mails.messageToGuest.subjectOfBooking", { reference });
  return {
    subject: own || (ofBooking ?? t("mails.messageToGuest.subject", { host })),
    blocks: content.split(paymentMark).flatMap((text, index) => [...payButton(index, setting), ...paragraph(text)]),
  };
}

/** The button that replaces the placeholder before a part of the text. */
function payButton(part: number, { t, link }: MailSetting): MailBlock[] {
  return part === 0 || link === undefined ? [] : [{ kind: "button", label: t("mails.stay.pay"), url: link }];
}

/** A part of the text, without the line breaks around a button. */
const paragraph = (text: string): MailBlock[] => (text.trim() === "" ? [] : [{ kind: "paragraph", text: text.trim() }]);
