import type { Scope } from "../../../../kernel/access/scopes.ts";

/** The subject of a placeholder. Without it, a text that uses the placeholder can't be rendered. */
export type Subject = "guest" | "host" | "booking" | "rental" | "account";

/** The placeholders of message templates, with descriptions (docs/concepts/inbox.md). */
export const placeholders = {
  "guest.firstname": "The guest's first name.",
  "guest.lastname": "The guest's last name.",
  "guest.fullname": "The guest's full name.",
  "host.firstname": "The first name of the conversation's assignee.",
  "host.lastname": "The last name of the conversation's assignee.",
  "booking.reference": "The booking's reference.",
  "booking.arrival": "The day of arrival, in the text's language.",
  "booking.arrival_time": "The hour of arrival.",
  "booking.departure": "The day of departure.",
  "booking.departure_time": "The hour of departure.",
  "booking.nights": "The number of nights.",
  "booking.adults": "The number of adults.",
  "booking.children": "The number of children.",
  "booking.guests": "The total number of guests.",
  "booking.price": "The price of the stay, in its currency.",
  "rental.name": "The rental's name.",
  "rental.city": "The rental's city.",
  "account.name": "The business name.",
} as const;

export type Placeholder = keyof typeof placeholders;

/** The scopes that a token needs to render a subject, so that templates reveal no more than reads do. */
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

/** The subject of a placeholder: the word before the dot. */
export function subjectOf(placeholder: Placeholder): Subject {
  const subject = subjects[placeholder.slice(0, placeholder.indexOf("."))];
  if (!subject) throw new Error(`The placeholder ${placeholder} has an unknown subject.`);
  return subject;
}

/** The names in double braces, each once, in order. */
export function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(braces)].map(([, name = ""]) => name.trim()))];
}

/** The problem with a text's placeholders; undefined if there is none. */
export function problemOf(text: string): string | undefined {
  const unknown = namesIn(text).filter((name) => !isPlaceholder(name));
  if (unknown.length > 0) return `has unknown placeholders: ${unknown.map((name) => name.slice(0, 50)).join(", ")}`;
  return /\{\{|\}\}/.test(text.replace(braces, "")) ? "has a placeholder without closing braces" : undefined;
}

/** Replaces placeholders in one pass, so that a value is never read as a placeholder. */
export function filledIn(text: string, textOf: (placeholder: Placeholder) => string): string {
  return text.replace(braces, (all, name: string) => {
    const trimmed = name.trim();
    return isPlaceholder(trimmed) ? textOf(trimmed) : all;
  });
}
