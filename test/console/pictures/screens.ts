import { tabs } from "../../../packages/console/src/screens/money/tabs.ts";
import { ratesViews } from "../../../packages/console/src/screens/rates/search.ts";
import { parts } from "../../../packages/console/src/screens/rental-editor/parts.ts";
import { sections } from "../../../packages/console/src/screens/settings/section-names.ts";

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
  { name: "panel", path: ({ booking }) => `/calendar?panel=${booking}`, record: "booking" },
  { name: "today", path: at("/today") },
  { name: "booking", path: ({ booking }) => `/bookings/${booking}`, record: "booking" },
  { name: "bookings", path: at("/bookings") },
  { name: "inbox", path: at("/inbox") },
  ...ratesViews.map((view) => ({ name: `rates-${view}`, path: at(`/rates?view=${view}`) })),
  { name: "rentals", path: at("/rentals") },
  { name: "rentals-new", path: at("/rentals/new") },
  ...parts.map((part) => ({
    name: `rental-${part}`,
    path: ({ rental }: Records) => `/rentals/${rental}?part=${part}`,
    record: "rental" as const,
  })),
  { name: "guests", path: at("/guests") },
  { name: "reports", path: at("/reports") },
  ...tabs.map((tab) => ({ name: `money-${tab}`, path: at(`/money?tab=${tab}`) })),
  { name: "money-statement", path: at("/money/statements") },
  { name: "cleaning", path: at("/cleaning") },
  ...sections.map((section) => ({ name: `settings-${section}`, path: at(`/settings/${section}`) })),
];
