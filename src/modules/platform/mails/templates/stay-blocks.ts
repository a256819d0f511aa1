import type { MailBlock, MailLine, MailSetting } from "../mail-template.ts";
import { amountIn, dayIn } from "../mail-words.ts";
import type { BookingValues } from "./booking-values.ts";
import { stayTexts } from "./stay-texts.ts";

/** Where, when, and how many. */
export function stayLines(values: BookingValues, { language, locale }: MailSetting): MailLine[] {
  const text = stayTexts[language];
  const { adults, children, checkin, checkout } = values;
  const at = (day: string, hour: string | null): string =>
    hour === null ? dayIn(locale, day) : `${dayIn(locale, day)}, ${hour}`;
  return [
    { label: text.reference, value: values.reference },
    { label: text.rental, value: values.rental },
    { label: text.arrival, value: at(values.arrival, checkin === null ? null : text.from(checkin)) },
    { label: text.departure, value: at(values.departure, checkout === null ? null : text.until(checkout)) },
    ...(adults === null ? [] : [{ label: text.guests, value: text.people(adults, children ?? 0) }]),
  ];
}

/** The lines of the price, what is paid of it, and what is left; nothing where no price was agreed. */
export function priceLines(values: BookingValues, { language, locale }: MailSetting): MailLine[] {
  const text = stayTexts[language];
  const amount = (hundredths: number): string => amountIn(locale, values.currency, hundredths);
  if (values.total === null) return [];
  return [
    ...values.lines.map(({ kind, name, amount: of }) => ({ label: name ?? text.lines[kind], value: amount(of) })),
    { label: text.total, value: amount(values.total), strong: true },
    ...(values.paid === 0 ? [] : [{ label: text.paid, value: amount(values.paid) }]),
    { label: text.left, value: amount(values.left), strong: true },
  ];
}

/** The button to the page that shows the bill, while something is left to pay. */
export function payButton(values: BookingValues, { language, link }: MailSetting): MailBlock[] {
  if (link === undefined || values.left === 0) return [];
  return [{ kind: "button", label: stayTexts[language].pay, url: link }];
}

/** What canceling costs, and how to reach the host. */
export function closingWords(values: BookingValues, { language, locale }: MailSetting): MailBlock[] {
  const text = stayTexts[language];
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 2 });
  const penalties = values.penalties.map(({ from, percentage }) =>
    text.costsFrom(dayIn(locale, from), percent.format(percentage / 100)),
  );
  const free = values.freeUntil === null ? [] : [text.freeUntil(dayIn(locale, values.freeUntil))];
  const sentences = [...free, ...penalties];
  return [
    ...(sentences.length === 0 ? [] : [{ kind: "paragraph" as const, text: sentences.join(" ") }]),
    ...(values.contacts.length === 0
      ? []
      : [{ kind: "paragraph" as const, text: text.contact(values.contacts.join(" · ")) }]),
  ];
}
