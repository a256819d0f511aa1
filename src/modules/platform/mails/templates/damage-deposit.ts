import { defineMail, type MailBlock, type MailSetting } from "../mail-template.ts";
import { amountIn, dayIn } from "../mail-words.ts";
import { type BookingValues, bookingValues } from "./booking-values.ts";
import { closingWords, stayLines } from "./stay-blocks.ts";

/** Asks a guest to authorize the damage deposit on the payment page (bookings.md, Payments). */
export const depositRequest = defineMail("damage deposit", {
  audience: "guest",
  link: "payment",
  values: bookingValues,
  write(values, setting) {
    const { t, link } = setting;
    const { amount, releasedOn, wasRefused } = depositWords(values, setting);
    return {
      subject: t("mails.deposit.requestSubject", { reference: values.reference }),
      blocks: [
        hello(values, setting),
        { kind: "paragraph", text: t(wasRefused ? "mails.deposit.refused" : "mails.deposit.request", { amount }) },
        { kind: "paragraph", text: t("mails.deposit.held", { day: releasedOn }) },
        ...(link === undefined ? [] : [{ kind: "button" as const, label: t("mails.deposit.authorize"), url: link }]),
        { kind: "lines", rows: stayLines(values, setting).slice(0, 4) },
        ...closing(values, setting),
      ],
    };
  },
});

/** Informs a guest of the amount captured from the damage deposit, and the reason. */
export const depositCaptured = defineMail("damage deposit captured", {
  audience: "guest",
  values: bookingValues,
  write(values, setting) {
    const { t } = setting;
    const { reason = null, message = null } = values.deposit ?? {};
    const { amount } = depositWords(values, setting);
    return {
      subject: t("mails.deposit.capturedSubject", { reference: values.reference }),
      blocks: [
        hello(values, setting),
        { kind: "paragraph", text: t("mails.deposit.captured", { amount, host: setting.host }) },
        ...(reason === null ? [] : [{ kind: "paragraph" as const, text: t("mails.deposit.reason", { reason }) }]),
        ...(message === null ? [] : [{ kind: "quote" as const, text: message }]),
        { kind: "paragraph", text: t("mails.deposit.rest") },
        { kind: "lines", rows: stayLines(values, setting).slice(0, 4) },
        ...closing(values, setting),
      ],
    };
  },
});

const hello = ({ name }: BookingValues, { t }: MailSetting): MailBlock => ({
  kind: "paragraph",
  text: name === null ? t("mails.helloNameless") : t("mails.hello", { name }),
});

const closing = (values: BookingValues, setting: MailSetting): MailBlock[] =>
  closingWords({ ...values, freeUntil: null, penalties: [] }, setting);

function depositWords({ deposit, currency, departure }: BookingValues, { locale }: MailSetting) {
  return {
    amount: amountIn(locale, currency, deposit?.amount ?? 0),
    releasedOn: dayIn(locale, deposit?.releasedOn ?? departure),
    wasRefused: deposit?.reason != null,
  };
}
