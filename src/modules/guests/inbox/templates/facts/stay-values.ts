import { currencyFormat } from "../../../../../core/money-format.ts";
import { isLocale } from "../../../../../kernel/locales.ts";
import type { Translations } from "../../../../../kernel/values/structure.ts";
import type { Placeholder, Subject } from "../placeholders.ts";
import { intlLocale } from "../text/intl-locale.ts";
import type { Scope } from "../text/render-text.ts";
import type { SubjectValues, TemplateValue } from "../text/scope.ts";
import { Shown } from "../text/shown.ts";
import type { RentalFacts } from "./party-facts.ts";
import type { StayFacts } from "./stay-facts.ts";
import type { TemplateFacts } from "./template-facts.ts";

/** Writes numbers, amounts and days of one language. */
interface Writer {
  /** The locales of a translated text, best first. */
  readonly locales: readonly string[];
  count(value: number | null): TemplateValue;
  /** @param hundredths null if unknown */
  amount(hundredths: number | null, currency: string): TemplateValue;
  /** @param instant epoch milliseconds of the rental's clock */
  day(instant: number | null): TemplateValue;
  hour(instant: number | null): TemplateValue;
}

/**
 * The values of a template's names in a language, with localized days and amounts.
 * Null for a subject that is missing, such as a booking, and for an unknown value, which stays empty.
 */
export function valuesIn(facts: TemplateFacts, locale: string): Scope {
  const { guest, host, booking, rental, account } = facts;
  const writer = writerIn(locale, account.defaultLocale);
  return {
    guest: guest
      ? {
          firstname: guest.firstname,
          lastname: guest.lastname,
          fullname: guest.fullname,
          company: guest.company,
          language: guest.locale,
          earlier_stays: writer.count(guest.earlierStays),
        }
      : null,
    host: host ? { firstname: host.firstname, lastname: host.lastname } : null,
    booking: booking ? bookingValues(booking, writer) : null,
    rental: rental ? rentalValues(rental, writer) : null,
    links: rental
      ? { rental: textIn(rental.website_url, writer.locales), map: mapOf(rental), payment: facts.paymentLink ?? null }
      : null,
    account: { name: account.name, email: account.email, phone: account.phone },
  };
}

function writerIn(locale: string, own: string): Writer {
  const intl = intlLocale(locale);
  const write = (style: Intl.DateTimeFormatOptions, instant: number) =>
    new Intl.DateTimeFormat(intl, { ...style, timeZone: "UTC" }).format(instant);
  return {
    locales: [locale, locale.split("-")[0] ?? locale, own],
    count: (value) => (value === null ? null : new Shown(value, new Intl.NumberFormat(intl).format(value))),
    amount: (hundredths, currency) =>
      hundredths === null ? null : new Shown(hundredths / 100, currencyFormat(intl, currency).format(hundredths / 100)),
    day: (instant) => (instant === null ? null : new Shown(instant, write({ dateStyle: "full" }, instant))),
    hour: (instant) => (instant === null ? null : write({ timeStyle: "short" }, instant)),
  };
}

function bookingValues(booking: StayFacts, writer: Writer): SubjectValues {
  const { currency, price, paid } = booking;
  const amount = (hundredths: number | null) => writer.amount(hundredths, currency);
  const nameOf = (name: Translations) => textIn(name, [...writer.locales, ...Object.keys(name)]);
  return {
    reference: booking.reference,
    source: booking.source,
    booked_on: writer.day(booking.bookedAt),
    arrival: writer.day(booking.startAt),
    arrival_time: booking.hasHours ? writer.hour(booking.startAt) : null,
    departure: writer.day(booking.endAt),
    departure_time: booking.hasHours ? writer.hour(booking.endAt) : null,
    nights: writer.count(booking.nights),
    adults: writer.count(booking.adults),
    children: writer.count(booking.children),
    guests: writer.count(guestsIn(booking)),
    price: amount(price),
    paid: amount(paid),
    balance: amount(price === null ? null : Math.max(price - (paid ?? 0), 0)),
    balance_due: writer.day(booking.balanceDueAt),
    downpayment: amount(booking.downpayment),
    deposit: amount(booking.deposit),
    fees: booking.fees.map(({ name, quantity, price: unit }) => ({
      name: nameOf(name),
      quantity: writer.count(quantity),
      price: amount(unit),
      total: amount(unit * quantity),
    })),
    taxes: booking.taxes.map(({ name, amount: tax }) => ({ name: nameOf(name), amount: amount(tax) })),
    payments: booking.payments.map(({ amount: part, paidAt }) => ({
      amount: amount(part),
      paid_on: writer.day(paidAt),
    })),
  };
}

/** Null if neither number is known. */
function guestsIn({ adults, children }: StayFacts): number | null {
  return adults === null && children === null ? null : (adults ?? 0) + (children ?? 0);
}

const rentalValues = (rental: RentalFacts, { locales }: Writer): SubjectValues => ({
  name: rental.name,
  address: rental.address,
  zip: rental.zip,
  city: rental.city,
  contact: rental.contact,
  checkin_details: textIn(rental.checkin_details, locales),
  checkout_details: textIn(rental.checkout_details, locales),
  house_rules: textIn(rental.house_rules, locales),
});

/** The text in the first of the locales that has one. */
function textIn(texts: Translations, locales: readonly string[]): string | null {
  for (const locale of locales) {
    const text = isLocale(locale) ? texts[locale] : undefined;
    if (text) return text;
  }
  return null;
}

/** Null without a location. */
function mapOf({ lat, lng }: RentalFacts): string | null {
  return lat === null || lng === null
    ? null
    : `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`;
}

/** Messages for a guest's unknown names. A greeting without a name is none. */
const unknownNames: Partial<Record<Placeholder, string>> = {
  "guest.firstname": "the guest's first name is unknown: add it, or use a template without {{guest.firstname}}",
  "guest.lastname": "the guest's last name is unknown: add it, or use a template without {{guest.lastname}}",
  "guest.fullname": "the guest's name is unknown: add it, or use a template without {{guest.fullname}}",
};

/** The message for a name that may not be empty, such as the one in "Dear …,"; undefined for any other. */
export function problemOfEmpty(name: string): string | undefined {
  return Object.entries(unknownNames).find(([known]) => known === name)?.[1];
}

/** Messages for missing subjects. */
export const missing: Readonly<Record<Subject, string>> = {
  guest: "the conversation has no guest",
  host: "the conversation has no assignee",
  booking: "the conversation has no booking",
  rental: "the conversation has no booking or inquiry",
  links: "the conversation has no booking or inquiry",
  account: "the account has no name",
};
