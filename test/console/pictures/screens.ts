/** The ids of records with their own screen. */
export interface Records {
  readonly account: string;
  readonly booking: string | undefined;
  readonly rental: string | undefined;
}

export interface Screen {
  readonly name: string;
  readonly path: (records: Records) => string;
  /** The record it needs. */
  readonly record?: "booking" | "rental";
}

const at = (path: string) => (): string => path;

/** Every screen and section (console.md, Screens). */
export const screens: readonly Screen[] = [
  { name: "calendar", path: at("/calendar") },
  { name: "today", path: at("/today") },
  { name: "booking", path: ({ booking }) => `/bookings/${booking}`, record: "booking" },
  { name: "bookings", path: at("/bookings") },
  { name: "inbox", path: at("/inbox") },
  { name: "rates", path: at("/rates") },
  { name: "rates-rules", path: at("/rates?view=rules") },
  { name: "rates-simulator", path: at("/rates?view=stay") },
  { name: "rates-seasons", path: at("/rates?view=seasons") },
  { name: "rates-lengths", path: at("/rates?view=lengths") },
  { name: "rentals", path: at("/rentals") },
  { name: "rental", path: ({ rental }) => `/rentals/${rental}`, record: "rental" },
  ...["texts", "photos", "amenities", "rooms", "fees", "taxes", "policy", "links"].map((part) => ({
    name: `rental-${part}`,
    path: ({ rental }: Records) => `/rentals/${rental}?part=${part}`,
    record: "rental" as const,
  })),
  { name: "guests", path: at("/guests") },
  { name: "reports", path: at("/reports") },
  { name: "money", path: at("/money") },
  { name: "money-due", path: at("/money?tab=due") },
  { name: "money-payouts", path: at("/money?tab=payouts") },
  { name: "money-owners", path: at("/money?tab=owners") },
  { name: "money-statement", path: at("/money/statements") },
  { name: "cleaning", path: at("/cleaning") },
  ...["me", "people", "programs", "agents", "webhooks", "calendars", "jobs", "audit"].map((part) => ({
    name: `settings-${part}`,
    path: at(`/settings/${part}`),
  })),
];
