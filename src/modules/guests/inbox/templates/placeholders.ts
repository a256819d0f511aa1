import type { Scope } from "../../../../kernel/access/scopes.ts";

/** What a placeholder is about: without it, a text that names one of its placeholders cannot be filled in. */
export type Subject = "guest" | "host" | "booking" | "rental" | "account";

/** The placeholders of message templates, each with what stands in its place (docs/inbox.md). */
export const placeholders = {
  "guest.firstname": "The guest's first name.",
  "guest.lastname": "The guest's last name.",
  "guest.fullname": "The guest's whole name.",
  "host.firstname": "The first name of the conversation's assignee.",
  "host.lastname": "The last name of the conversation's assignee.",
  "booking.reference": "What people call the booking on the telephone.",
  "booking.arrival": "The day of arrival, in words of the language.",
  "booking.arrival_time": "The hour of arrival.",
  "booking.departure": "The day of departure.",
  "booking.departure_time": "The hour of departure.",
  "booking.nights": "How many nights.",
  "booking.adults": "How many adults.",
  "booking.children": "How many children.",
  "booking.guests": "How many guests in all.",
  "booking.price": "What the stay costs, in its currency.",
  "rental.name": "What the rental is called.",
  "rental.city": "Where it is.",
  "account.name": "What the business is called.",
} as const;

export type Placeholder = keyof typeof placeholders;

/** What a token must read to have a text filled in with it: nobody learns more by a template than by a read. */
export const readersOf: Readonly<Record<Subject, readonly Scope[]>> = {
  guest: ["clients_read", "clients_write"],
  host: [],
  booking: ["bookings_read", "bookings_write"],
  rental: ["rentals_read", "rentals_write"],
  account: [],
};

const subjects: Readonly<Record<string, Subject>> = {
  guest: "guest",
  host: "host",
  booking: "booking",
  rental: "rental",
  account: "account",
};

const braces = /\{\{([^{}]*)\}\}/g;

/** Whether a text names a placeholder. */
export function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(placeholders, name);
}

/** What a placeholder is about: the word before the dot. */
export function subjectOf(placeholder: Placeholder): Subject {
  const subject = subjects[placeholder.slice(0, placeholder.indexOf("."))];
  if (!subject) throw new Error(`Nobody knows what ${placeholder} is about.`);
  return subject;
}

/** The names between double braces, each once, in the order of the text. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(braces)].map(([, name = ""]) => name.trim()))];
}

/** What is wrong with the placeholders of a text; undefined when nothing is. */
export function problemOf(text: string): string | undefined {
  const unknown = namesIn(text).filter((name) => !isPlaceholder(name));
  if (unknown.length > 0) return `has unknown placeholders: ${unknown.map((name) => name.slice(0, 50)).join(", ")}`;
  return /\{\{|\}\}/.test(text.replace(braces, "")) ? "has a placeholder that is not closed" : undefined;
}

/** The text with values in the places of its placeholders, once: what a value says is never read as a placeholder. */
export function filledIn(text: string, textOf: (placeholder: Placeholder) => string): string {
  return text.replace(braces, (all, name: string) => {
    const trimmed = name.trim();
    return isPlaceholder(trimmed) ? textOf(trimmed) : all;
  });
}
