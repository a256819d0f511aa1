import type { LinkProps } from "@tanstack/react-router";
import {
  CalendarDays,
  ChartColumn,
  House,
  Inbox,
  type LucideIcon,
  Settings,
  Sparkles,
  Sun,
  Tags,
  TicketCheck,
  Users,
  Wallet,
} from "lucide-react";
import type { ScreenName } from "../i18n/translate.ts";
import type { Membership } from "./session.tsx";

/** A screen, and who can open it. */
interface Screen {
  readonly to: NonNullable<LinkProps["to"]>;
  readonly title: ScreenName;
  /** The screen has nothing to show without this scope (docs/design/tenancy.md). */
  readonly scope: string;
  /** The roles that see the screen, where the scope is not enough to decide. */
  readonly roles?: readonly string[];
}

/** The groups of the navigation, in their order. */
export const groups = ["day", "homes", "finances", "account"] as const;

/** An entry of the navigation. */
export interface NavigationItem extends Screen {
  readonly group: (typeof groups)[number];
  readonly icon: LucideIcon;
}

/** Roles that see guests' names (docs/design/tenancy.md). */
const bookingReaders = ["owner", "manager", "accountant"];
const calendarReaders = [...bookingReaders, "viewer"];
const cleaningRoles = ["owner", "manager", "cleaner"];

/** The screens in the navigation, most used first (console.md, Screens). */
export const navigation: readonly NavigationItem[] = [
  {
    to: "/calendar",
    title: "calendar",
    group: "day",
    icon: CalendarDays,
    scope: "bookings_read",
    roles: calendarReaders,
  },
  { to: "/today", title: "today", group: "day", icon: Sun, scope: "bookings_read", roles: bookingReaders },
  { to: "/inbox", title: "inbox", group: "day", icon: Inbox, scope: "inbox_read" },
  { to: "/bookings", title: "bookings", group: "day", icon: TicketCheck, scope: "payments_read" },
  { to: "/guests", title: "guests", group: "day", icon: Users, scope: "clients_write" },
  { to: "/cleaning", title: "cleaning", group: "day", icon: Sparkles, scope: "bookings_read", roles: cleaningRoles },
  { to: "/rates", title: "rates", group: "homes", icon: Tags, scope: "rates_read" },
  { to: "/rentals", title: "rentals", group: "homes", icon: House, scope: "rentals_write" },
  { to: "/money", title: "money", group: "finances", icon: Wallet, scope: "payments_read" },
  { to: "/reports", title: "reports", group: "finances", icon: ChartColumn, scope: "payments_read" },
  { to: "/settings", title: "settings", group: "account", icon: Settings, scope: "public" },
];

/** Screens that only other screens link to. */
const unlisted: readonly Screen[] = [
  { to: "/bookings/$booking", title: "booking", scope: "bookings_read", roles: bookingReaders },
  { to: "/inquiries", title: "inquiries", scope: "inquiries_read" },
  { to: "/proposals", title: "proposals", scope: "audit_read" },
];

const isFor =
  ({ role, scopes }: Membership) =>
  ({ scope, roles }: Screen): boolean =>
    scopes.includes(scope) && (roles?.includes(role) ?? true);

/** The screens that a membership's role can open. The first one is the start screen. */
export const navigationFor = (account: Membership): readonly NavigationItem[] => navigation.filter(isFor(account));

/**
 * Whether a membership's role can open a screen. A path without an own entry has its parent's: `/rentals/new` that of `/rentals`.
 * @param path the route's path, such as `/bookings/$booking`
 */
export function isOpenTo(account: Membership, path: string): boolean {
  const all = [...unlisted, ...navigation];
  const item = all.find(({ to }) => to === path) ?? all.find(({ to }) => path.startsWith(`${to}/`));
  return !item || isFor(account)(item);
}
