import { defineMail } from "../mail-template.ts";
import { amountIn, dayIn } from "../mail-words.ts";
import { bookingValues } from "./booking-values.ts";
import { closingWords, payButton, priceLines, stayLines } from "./stay-blocks.ts";
import { stayTexts } from "./stay-texts.ts";

/** Asks a guest for the balance of a booking at `balance_due_at` (bookings.md, Payments). Nothing is charged for it. */
export const balanceDue = defineMail("balance due", {
  audience: "guest",
  link: "payment",
  values: bookingValues,
  write(values, setting) {
    const text = stayTexts[setting.language];
    const left = amountIn(setting.locale, values.currency, values.left);
    const due = dayIn(setting.locale, values.dueOn ?? values.arrival);
    return {
      subject: text.dueSubject(values.reference),
      blocks: [
        { kind: "paragraph", text: text.hello(values.name) },
        { kind: "paragraph", text: text.due(left, due) },
        { kind: "lines", rows: stayLines(values, setting).slice(0, 4) },
        { kind: "lines", rows: priceLines(values, setting) },
        ...payButton(values, setting),
        ...closingWords({ ...values, freeUntil: null, penalties: [] }, setting),
      ],
    };
  },
});
