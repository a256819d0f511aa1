import type { Placeholder, Subject } from "./placeholders.ts";
import type { TemplateFacts } from "./template-facts.ts";

/** Intl's names of languages where they differ from the registry's. */
const intlLanguages: Readonly<Record<string, string>> = { rs: "sr" };

type Values = Readonly<Record<Placeholder, string | null | undefined>>;

/**
 * The placeholders' values in a language, with localized dates and amounts.
 * Undefined if the subject is missing, such as a booking; null for an unknown value, which stays empty.
 */
export function valuesIn(facts: TemplateFacts, locale: string): Values {
  const { guest, host, booking, rental, account } = facts;
  const intl = intlLanguages[locale] ?? locale;
  const write = (style: Intl.DateTimeFormatOptions, instant: number | undefined) =>
    instant === undefined ? undefined : new Intl.DateTimeFormat(intl, { ...style, timeZone: "UTC" }).format(instant);
  const count = (number: number | null | undefined) =>
    typeof number === "number" ? new Intl.NumberFormat(intl).format(number) : number;
  const [day, hour] = [{ dateStyle: "full" } as const, { timeStyle: "short" } as const];
  return {
    "guest.firstname": guest?.firstname,
    "guest.lastname": guest?.lastname,
    "guest.fullname": guest?.fullname,
    "host.firstname": host?.firstname,
    "host.lastname": host?.lastname,
    "booking.reference": booking?.reference,
    "booking.arrival": write(day, booking?.startAt),
    "booking.arrival_time": write(hour, booking?.startAt),
    "booking.departure": write(day, booking?.endAt),
    "booking.departure_time": write(hour, booking?.endAt),
    "booking.nights": count(booking?.nights),
    "booking.adults": count(booking?.adults),
    "booking.children": count(booking?.children),
    "booking.guests": count(booking && guestsIn(booking)),
    "booking.price": booking && amountIn(intl, booking),
    "rental.name": rental?.name,
    "rental.city": rental?.city,
    "account.name": account.name,
  };
}

/** Null if neither number is known. */
function guestsIn({ adults, children }: NonNullable<TemplateFacts["booking"]>): number | null {
  return adults === null && children === null ? null : (adults ?? 0) + (children ?? 0);
}

function amountIn(intl: string, { price, currency }: NonNullable<TemplateFacts["booking"]>): string | null {
  return price === null ? null : new Intl.NumberFormat(intl, { style: "currency", currency }).format(price / 100);
}

/** Messages for a guest's unknown names. A greeting without a name is none. */
export const unknownNames = {
  "guest.firstname": "the guest's first name is unknown: add it, or use a template without {{guest.firstname}}",
  "guest.lastname": "the guest's last name is unknown: add it, or use a template without {{guest.lastname}}",
  "guest.fullname": "the guest's name is unknown: add it, or use a template without {{guest.fullname}}",
} as const;

export function isUnknownName(placeholder: Placeholder, values: Values): placeholder is keyof typeof unknownNames {
  return Object.hasOwn(unknownNames, placeholder) && !values[placeholder];
}

/** Messages for missing subjects. */
export const missing: Readonly<Record<Subject, string>> = {
  guest: "the conversation has no guest",
  host: "the conversation has no assignee",
  booking: "the conversation has no booking",
  rental: "the conversation has no booking or inquiry",
  account: "the account has no name",
};
