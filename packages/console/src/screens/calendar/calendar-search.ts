/** The calendar's state, kept in the address. Days as `2026-05-01`. */
export interface CalendarSearch {
  /** The first visible day. */
  readonly day?: string;
  /** A part of the rentals' names. */
  readonly q?: string;
  readonly tag?: number;
  readonly destination?: number;
  readonly from?: string;
  readonly until?: string;
  /** Opens the dialog for a new booking. */
  readonly new?: "booking";
  /** The guest of the new booking. */
  readonly guest?: number;
}

type Changes = { readonly [Name in keyof CalendarSearch]: CalendarSearch[Name] | undefined };

/** The names that narrow the rentals. */
export const filterNames = ["tag", "destination", "from", "until"] as const;

const id = (value: unknown) => (Number.isSafeInteger(Number(value)) && Number(value) > 0 ? Number(value) : undefined);
const day = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

export const calendarSearch = (input: Readonly<Record<string, unknown>>): CalendarSearch =>
  withoutEmpty({
    day: day(input.day),
    // The router reads a number where a name consists of digits.
    q: ["string", "number"].includes(typeof input.q) ? String(input.q) : undefined,
    tag: id(input.tag),
    destination: id(input.destination),
    from: day(input.from),
    until: day(input.until),
    new: input.new === "booking" ? "booking" : undefined,
    guest: id(input.guest),
  });

/** Omits unset values. */
export const withoutEmpty = (search: Changes): CalendarSearch =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ""));
