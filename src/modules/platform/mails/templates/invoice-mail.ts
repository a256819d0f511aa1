import Type from "typebox";
import { defineMail } from "../mail-template.ts";
import { amountIn } from "../mail-words.ts";

/** Sends a guest an invoice or credit note, with its files attached. */
export const invoiceMail = defineMail("invoice", {
  audience: "guest",
  values: Type.Object({
    /** The recipient's; null if unknown. */
    name: Type.Union([Type.String(), Type.Null()]),
    kind: Type.Union([Type.Literal("invoice"), Type.Literal("deposit"), Type.Literal("credit_note")]),
    number: Type.String(),
    /** Hundredths. */
    total: Type.Integer(),
    currency: Type.String(),
    /** The sender's text; null without one. */
    message: Type.Union([Type.String(), Type.Null()]),
  }),
  write({ name, kind, number, total, currency, message }, { t, host, locale }) {
    const title = `${t(`pages.invoice.title.${kind}`)} ${number}`;
    return {
      subject: t("mails.invoice.subject", { title, host }),
      blocks: [
        { kind: "paragraph", text: name === null ? t("mails.helloNameless") : t("mails.hello", { name }) },
        message === null
          ? { kind: "paragraph", text: t("mails.invoice.attached", { title }) }
          : { kind: "quote", text: message },
        { kind: "lines", rows: [{ label: title, value: amountIn(locale, currency, total), strong: true }] },
      ],
    };
  },
});
