import type { LinkProps } from "@tanstack/react-router";
import type { AllWords } from "../words/words.tsx";

/** A line of the navigation. */
export interface Place {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: keyof AllWords["screens"];
  /** A scope without which the screen has nothing to show (docs/decisions/0072). */
  readonly scope: string;
}

/** The screens that are reached from everywhere, by how often they are used (console.md, Screens). */
export const navigation: readonly Place[] = [
  { to: "/calendar", title: "calendar", scope: "bookings_read" },
  { to: "/today", title: "today", scope: "bookings_read" },
  { to: "/inbox", title: "inbox", scope: "inbox_read" },
  { to: "/rates", title: "rates", scope: "rates_read" },
  { to: "/bookings", title: "bookings", scope: "payments_read" },
  { to: "/rentals", title: "rentals", scope: "rentals_write" },
  { to: "/guests", title: "guests", scope: "clients_write" },
  { to: "/money", title: "money", scope: "payments_read" },
  { to: "/reports", title: "reports", scope: "payments_read" },
  { to: "/settings", title: "settings", scope: "public" },
];
