import { defineMail } from "../mail-template.ts";
import { bookingValues } from "./booking-values.ts";
import { closingWords, payButton, priceLines, stayLines } from "./stay-blocks.ts";
import { stayTexts } from "./stay-texts.ts";

/** Tells a guest that their booking is booked: the stay, its price, and what is left to pay (bookings.md). */
export const bookingConfirmation = defineMail("booking confirmation", {
  audience: "guest",
  link: "payment",
  values: bookingValues,
  write(values, setting) {
    const text = stayTexts[setting.language];
    const price = priceLines(values, setting);
    return {
      subject: text.confirmedSubject(values.reference, values.rental),
      blocks: [
        { kind: "paragraph", text: text.hello(values.name) },
        { kind: "paragraph", text: text.confirmed(setting.host) },
        { kind: "lines", rows: stayLines(values, setting) },
        ...(price.length === 0 ? [] : [{ kind: "lines" as const, rows: price }]),
        ...payButton(values, setting),
        ...closingWords(values, setting),
      ],
    };
  },
});
