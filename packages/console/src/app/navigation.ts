import type { LinkProps } from "@tanstack/react-router";
import type { ScreenName } from "../i18n/translate.ts";
import type { Membership } from "./session.tsx";

/** An entry of the navigation. */
export interface NavigationItem {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: ScreenName;
  /** The screen has nothing to show without this scope (docs/design/tenancy.md). */
  readonly scope: string;
  /** The roles that see the screen, where the scope is not enough to decide. */
  readonly roles?: readonly string[];
}

/** Roles that see guests' names (docs/design/tenancy.md). */
const bookingReaders = ["owner", "manager", "accountant"];

/** The screens in the navigation, most used first (console.md, Screens). */
export const navigation: readonly NavigationItem[] = [
  { to: "/calendar", title: "calendar", scope: "bookings_read", roles: ["owner", "manager", "accountant", "viewer"] },
  { to: "/today", title: "today", scope: "bookings_read", roles: bookingReaders },
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

/** Screens that only other screens link to. */
const unlisted: readonly NavigationItem[] = [
  { to: "/bookings/$booking", title: "booking", scope: "bookings_read", roles: bookingReaders },
  { to: "/money/statements", title: "money", scope: "payments_read" },
];

const isFor =
  ({ role, scopes }: Membership) =>
  ({ scope, roles }: NavigationItem): boolean =>
    scopes.includes(scope) && (roles?.includes(role) ?? true);

/** The screens that a membership's role can open. The first one is the start screen. */
export const navigationFor = (account: Membership): readonly NavigationItem[] => navigation.filter(isFor(account));

/**
 * Whether a membership's role can open a screen. A path that is not listed is open to everyone. @param path the route's path, such
 * as `/bookings/$booking`
 */
export function isOpenTo(account: Membership, path: string): boolean {
  const item = [...navigation, ...unlisted].find(({ to }) => to === path);
  return !item || isFor(account)(item);
}
