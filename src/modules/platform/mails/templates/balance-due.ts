import { defineMail } from "../mail-template.ts";
import { amountIn, dayIn } from "../mail-words.ts";
import { bookingValues } from "./booking-values.ts";
import { closingWords, payButton, priceLines, stayLines } from "./stay-blocks.ts";

/** Asks a guest for the balance of a booking at `balance_due_at` (bookings.md, Payments). Charges nothing. */
export const balanceDue = defineMail("balance due", {
  audience: "guest",
  link: "payment",
  values: bookingValues,
  write(values, setting) {
    const { t } = setting;
    const left = amountIn(setting.locale, values.currency, values.left);
    const due = dayIn(setting.locale, values.dueOn ?? values.arrival);
    return {
      subject: t("mails.stay.dueSubject", { reference: values.reference }),
      blocks: [
        {
          kind: "paragraph",
          text: values.name === null ? t("mails.helloNameless") : t("mails.hello", { name: values.name }),
        },
        { kind: "paragraph", text: t("mails.stay.due", { left, day: due }) },
        { kind: "lines", rows: stayLines(values, setting).slice(0, 4) },
        { kind: "lines", rows: priceLines(values, setting) },
        ...payButton(values, setting),
        ...closingWords({ ...values, freeUntil: null, penalties: [] }, setting),
      ],
    };
  },
});
