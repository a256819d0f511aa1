import type { LinkProps } from "@tanstack/react-router";
import type { ScreenName } from "../i18n/translate.ts";
import type { Membership } from "./session.tsx";

/** A line of the navigation. */
export interface Place {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: ScreenName;
  /** A scope without which the screen has nothing to show (docs/design/tenancy.md). */
  readonly scope: string;
  /** The roles that the screen is for, where the scope does not tell. */
  readonly roles?: readonly string[];
}

/** Those who see who comes (docs/design/tenancy.md). */
const office = ["owner", "manager", "accountant"];

/** The screens that are reached from everywhere, by how often they are used (console.md, Screens). */
export const navigation: readonly Place[] = [
  { to: "/calendar", title: "calendar", scope: "bookings_read", roles: ["owner", "manager", "accountant", "viewer"] },
  { to: "/today", title: "today", scope: "bookings_read", roles: office },
  { to: "/cleaning", title: "cleaning", scope: "bookings_read", roles: ["owner", "manager", "cleaner"] },
  { to: "/inbox", title: "inbox", scope: "inbox_read" },
  { to: "/rates", title: "rates", scope: "rates_read" },
  { to: "/bookings", title: "bookings", scope: "payments_read" },
  { to: "/rentals", title: "rentals", scope: "rentals_write" },
  { to: "/guests", title: "guests", scope: "clients_write" },
  { to: "/money", title: "money", scope: "payments_read" },
  { to: "/reports", title: "reports", scope: "payments_read" },
  { to: "/settings", title: "settings", scope: "public" },
];

/** Screens that are reached from others alone. */
const beside: readonly Place[] = [
  { to: "/bookings/$booking", title: "booking", scope: "bookings_read", roles: office },
];

const isFor =
  ({ role, scopes }: Membership) =>
  ({ scope, roles }: Place): boolean =>
    scopes.includes(scope) && (roles?.includes(role) ?? true);

/** The navigation of somebody in an account: what works for their role. Its first screen is where they begin. */
export const placesFor = (account: Membership): readonly Place[] => navigation.filter(isFor(account));

/** Whether a screen works for somebody's role; one that nobody has named does. @param path its route's, such as `/bookings/$booking` */
export function isOpenTo(account: Membership, path: string): boolean {
  const place = [...navigation, ...beside].find(({ to }) => to === path);
  return !place || isFor(account)(place);
}
