import { defineMail } from "../mail-template.ts";
import { bookingValues } from "./booking-values.ts";
import { closingWords, payButton, priceLines, stayLines } from "./stay-blocks.ts";

/** Confirms a booking to its guest: the stay, its price and the balance (bookings.md). */
export const bookingConfirmation = defineMail("booking confirmation", {
  audience: "guest",
  link: "payment",
  values: bookingValues,
  write(values, setting) {
    const { t, portal } = setting;
    const price = priceLines(values, setting);
    return {
      subject: t("mails.stay.confirmedSubject", { reference: values.reference, rental: values.rental }),
      blocks: [
        {
          kind: "paragraph",
          text: values.name === null ? t("mails.helloNameless") : t("mails.hello", { name: values.name }),
        },
        { kind: "paragraph", text: t("mails.stay.confirmed", { host: setting.host }) },
        { kind: "lines", rows: stayLines(values, setting) },
        ...(price.length === 0 ? [] : [{ kind: "lines" as const, rows: price }]),
        ...payButton(values, setting),
        ...(portal === undefined ? [] : [{ kind: "button" as const, label: t("mails.stay.portal"), url: portal }]),
        ...closingWords(values, setting),
      ],
    };
  },
});
