import type { Scope } from "../../../../kernel/access/scopes.ts";

/** The subject of a placeholder: the word before its dot. */
export type Subject = "guest" | "host" | "booking" | "rental" | "links" | "account";

/** The placeholders of message templates, with descriptions (docs/concepts/inbox.md). */
export const placeholders = {
  "guest.firstname": "The guest's first name.",
  "guest.lastname": "The guest's last name.",
  "guest.fullname": "The guest's full name.",
  "guest.company": "The company that the guest books for.",
  "guest.language": "The guest's preferred language, such as de.",
  "guest.earlier_stays": "The number of the guest's earlier stays.",
  "host.firstname": "The first name of the conversation's assignee.",
  "host.lastname": "The last name of the conversation's assignee.",
  "booking.reference": "The booking's reference.",
  "booking.source": "The name of the booking's source.",
  "booking.booked_on": "The day on which the guest booked.",
  "booking.arrival": "The day of arrival, in the text's language.",
  "booking.arrival_time": "The hour of arrival.",
  "booking.departure": "The day of departure.",
  "booking.departure_time": "The hour of departure.",
  "booking.nights": "The number of nights.",
  "booking.adults": "The number of adults.",
  "booking.children": "The number of children.",
  "booking.guests": "The total number of guests.",
  "booking.price": "The price of the stay, in its currency.",
  "booking.paid": "The sum of the guest's payments.",
  "booking.balance": "The part of the price that is not paid.",
  "booking.balance_due": "The day on which the balance is due.",
  "booking.downpayment": "The part of the price that was due when booking.",
  "booking.deposit": "The damage deposit.",
  "rental.name": "The rental's name.",
  "rental.address": "The rental's street and house number.",
  "rental.zip": "The rental's postal code.",
  "rental.city": "The rental's city.",
  "rental.contact": "The name of the guests' contact person.",
  "rental.checkin_details": "The check-in instructions, in the text's language.",
  "rental.checkout_details": "The check-out instructions, in the text's language.",
  "rental.house_rules": "The house rules, in the text's language.",
  "links.rental": "The rental's own web page.",
  "links.map": "A map of the rental's location.",
  "links.payment": "The guest's payment page. Only in a rule's e-mails to the guest.",
  "account.name": "The business name.",
  "account.email": "The business's e-mail address.",
  "account.phone": "The business's telephone number.",
} as const;

export type Placeholder = keyof typeof placeholders;

/** The lists of message templates, with the members of their elements: `{% for fee in booking.fees %}`. */
export const lists = {
  "booking.fees": ["name", "quantity", "price", "total"],
  "booking.taxes": ["name", "amount"],
  "booking.payments": ["amount", "paid_on"],
} as const;

/** The scopes that a token needs to render a subject, so that templates reveal no more than reads do. */
export const readersOf: Readonly<Record<Subject, readonly Scope[]>> = {
  guest: ["clients_read", "clients_write"],
  host: [],
  booking: ["bookings_read", "bookings_write"],
  rental: ["rentals_read", "rentals_write"],
  links: ["rentals_read", "rentals_write"],
  account: [],
};

/** Whether a word is a subject. */
export function isSubject(word: string): word is Subject {
  return Object.hasOwn(readersOf, word);
}

/** Whether a path such as `booking.arrival` is a placeholder. */
export function isPlaceholder(path: string): path is Placeholder {
  return Object.hasOwn(placeholders, path);
}

/** The members of a list's elements; undefined for a path that is no list. */
export function membersOf(path: string): readonly string[] | undefined {
  return Object.entries(lists).find(([list]) => list === path)?.[1];
}
