import type { TranslateServer } from "@roost/messages/server-messages.ts";
import type { MailBlock, MailLine, MailSetting } from "../mail-template.ts";
import { amountIn, dayIn } from "../mail-words.ts";
import type { BookingValues } from "./booking-values.ts";

/** The stay's rental, dates and party. */
export function stayLines(values: BookingValues, { t, locale }: MailSetting): MailLine[] {
  const { adults, children, checkin, checkout } = values;
  const at = (day: string, hour: string | null): string =>
    hour === null ? dayIn(locale, day) : `${dayIn(locale, day)}, ${hour}`;
  return [
    { label: t("mails.stay.reference"), value: values.reference },
    { label: t("mails.stay.rental"), value: values.rental },
    {
      label: t("mails.stay.arrival"),
      value: at(values.arrival, checkin === null ? null : t("mails.stay.from", { hour: checkin })),
    },
    {
      label: t("mails.stay.departure"),
      value: at(values.departure, checkout === null ? null : t("mails.stay.until", { hour: checkout })),
    },
    ...(adults === null ? [] : [{ label: t("mails.stay.guests"), value: guestsIn(adults, children ?? 0, t) }]),
  ];
}

/** The lines of the price, the paid amount and the balance; nothing without an agreed price. */
export function priceLines(values: BookingValues, { t, locale }: MailSetting): MailLine[] {
  const amount = (hundredths: number): string => amountIn(locale, values.currency, hundredths);
  if (values.total === null) return [];
  const dueNow = values.dueNow ?? values.left;
  return [
    ...values.lines.map(({ kind, name, amount: of }) => ({
      label: name ?? t(`mails.stay.lines.${kind}`),
      value: amount(of),
    })),
    { label: t("mails.stay.total"), value: amount(values.total), strong: true },
    ...(values.paid === 0 ? [] : [{ label: t("mails.stay.paid"), value: amount(values.paid) }]),
    { label: t("mails.stay.left"), value: amount(values.left), strong: true },
    ...(dueNow === values.left || values.dueOn === null
      ? []
      : [
          { label: t("mails.stay.dueNow"), value: amount(dueNow), strong: true },
          {
            label: t("mails.stay.dueBy", { day: dayIn(locale, values.dueOn) }),
            value: amount(values.left - dueNow),
          },
        ]),
  ];
}

/** The button to the bill's page, while a balance is due. */
export function payButton(values: BookingValues, { t, link }: MailSetting): MailBlock[] {
  if (link === undefined || values.left === 0) return [];
  return [{ kind: "button", label: t("mails.stay.pay"), url: link }];
}

/** The cost of canceling, and the host's contact details. */
export function closingWords(values: BookingValues, { t, locale }: MailSetting): MailBlock[] {
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const penalties = values.penalties.map(({ from, percentage }) =>
    t("mails.stay.costsFrom", { day: dayIn(locale, from), percentage: percent.format(percentage / 100) }),
  );
  const free = values.freeUntil === null ? [] : [t("mails.stay.freeUntil", { day: dayIn(locale, values.freeUntil) })];
  const sentences = [...free, ...penalties];
  return [
    ...(sentences.length === 0 ? [] : [{ kind: "paragraph" as const, text: sentences.join(" ") }]),
    ...(values.contacts.length === 0
      ? []
      : [{ kind: "paragraph" as const, text: t("mails.stay.contact", { ways: values.contacts.join(" · ") }) }]),
  ];
}

function guestsIn(adults: number, children: number, t: TranslateServer): string {
  const counts = [t("mails.stay.adults", { adults }), children > 0 && t("mails.stay.children", { children })];
  return counts.filter(Boolean).join(", ");
}
