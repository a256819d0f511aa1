import { createRootRoute, createRoute, createRouter, redirect } from "@tanstack/react-router";
import { panelSearch } from "../components/bookings/panel/panel-search.ts";
import { lazyPart } from "../components/lazy-part.ts";
import { NotFound } from "../components/not-found.tsx";
import { Waiting } from "../components/waiting.tsx";
import { bookingsSearch } from "../screens/bookings/bookings-search.ts";
import { calendarSearch } from "../screens/calendar/calendar-search.ts";
import { cleaningSearch } from "../screens/cleaning/cleaning-search.ts";
import { guestsSearch } from "../screens/guests/guests-search.ts";
import { inboxSearch } from "../screens/inbox/inbox-search.ts";
import { inquiriesSearch } from "../screens/inquiries/inquiries-search.ts";
import { moneySearch } from "../screens/money/money-search.ts";
import { statementSearch } from "../screens/money/statement/statement-search.ts";
import { ratesSearch } from "../screens/rates/search.ts";
import { editorSearch } from "../screens/rental-editor/parts.ts";
import { reportSearch } from "../screens/reports/report-search.ts";
import { settingsSearch } from "../screens/settings/sections.ts";
import { ScreenFailure } from "./screen-failure.tsx";
import { Shell } from "./shell/shell.tsx";
import { withMessages } from "./with-messages.ts";

const root = createRootRoute({ component: Shell, validateSearch: panelSearch });
const start = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/calendar" });
  },
});
const calendar = createRoute({
  getParentRoute: () => root,
  path: "/calendar",
  validateSearch: calendarSearch,
  component: lazyPart(() => import("../screens/calendar/calendar-screen.tsx"), "CalendarScreen"),
});
const today = createRoute({
  getParentRoute: () => root,
  path: "/today",
  component: lazyPart(() => import("../screens/today/today-screen.tsx"), "TodayScreen"),
});
const cleaning = createRoute({
  getParentRoute: () => root,
  path: "/cleaning",
  validateSearch: cleaningSearch,
  component: lazyPart(() => import("../screens/cleaning/cleaning-screen.tsx"), "CleaningScreen"),
});
const rates = createRoute({
  getParentRoute: () => root,
  path: "/rates",
  validateSearch: ratesSearch,
  component: lazyPart(
    withMessages(() => import("../screens/rates/rates-screen.tsx")),
    "RatesScreen",
  ),
});
const rentals = createRoute({
  getParentRoute: () => root,
  path: "/rentals",
  component: lazyPart(
    withMessages(() => import("../screens/rental-editor/rentals-screen.tsx")),
    "RentalsScreen",
  ),
});
const newRental = createRoute({
  getParentRoute: () => root,
  path: "/rentals/new",
  component: lazyPart(
    withMessages(() => import("../screens/rental-editor/wizard/new-rental-screen.tsx")),
    "NewRentalScreen",
  ),
});
const rentalEditor = createRoute({
  getParentRoute: () => root,
  path: "/rentals/$rental",
  validateSearch: editorSearch,
  component: lazyPart(
    withMessages(() => import("../screens/rental-editor/editor-screen.tsx")),
    "EditorScreen",
  ),
});
const loadSettings = withMessages(() => import("../screens/settings/settings-screen.tsx"));
const settings = createRoute({
  getParentRoute: () => root,
  path: "/settings",
  component: lazyPart(loadSettings, "SettingsScreen"),
});
const settingsSection = createRoute({
  getParentRoute: () => root,
  path: "/settings/$section",
  validateSearch: settingsSearch,
  component: lazyPart(loadSettings, "SettingsScreen"),
});
const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyPart(() => import("../screens/inbox/inbox-screen.tsx"), "InboxScreen"),
});
const inquiries = createRoute({
  getParentRoute: () => root,
  path: "/inquiries",
  validateSearch: inquiriesSearch,
  component: lazyPart(
    withMessages(() => import("../screens/inquiries/inquiries-screen.tsx")),
    "InquiriesScreen",
  ),
});
const guests = createRoute({
  getParentRoute: () => root,
  path: "/guests",
  validateSearch: guestsSearch,
  component: lazyPart(() => import("../screens/guests/guests-screen.tsx"), "GuestsScreen"),
});

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  validateSearch: reportSearch,
  component: lazyPart(() => import("../screens/reports/reports-screen.tsx"), "ReportsScreen"),
});

const bookings = createRoute({
  getParentRoute: () => root,
  path: "/bookings",
  validateSearch: bookingsSearch,
  component: lazyPart(() => import("../screens/bookings/bookings-screen.tsx"), "BookingsScreen"),
});

const booking = createRoute({
  getParentRoute: () => root,
  path: "/bookings/$booking",
  component: lazyPart(() => import("../screens/booking/booking-screen.tsx"), "BookingScreen"),
});

const money = createRoute({
  getParentRoute: () => root,
  path: "/money",
  validateSearch: moneySearch,
  component: lazyPart(
    withMessages(() => import("../screens/money/money-screen.tsx")),
    "MoneyScreen",
  ),
});

const statement = createRoute({
  getParentRoute: () => root,
  path: "/money/statements",
  validateSearch: statementSearch,
  component: lazyPart(
    withMessages(() => import("../screens/money/statement/statement-screen.tsx")),
    "StatementScreen",
  ),
});

const proposals = createRoute({
  getParentRoute: () => root,
  path: "/proposals",
  component: lazyPart(() => import("../screens/proposals/proposals-screen.tsx"), "ProposalsScreen"),
});

/** A screen needs a route here, a folder under `screens`, and an entry in `navigation`. */
export const router = createRouter({
  routeTree: root.addChildren([
    start,
    calendar,
    today,
    proposals,
    cleaning,
    rates,
    rentals,
    newRental,
    rentalEditor,
    settings,
    settingsSection,
    inbox,
    inquiries,
    guests,
    reports,
    bookings,
    booking,
    money,
    statement,
  ]),
  basepath: "/console",
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ScreenFailure,
  defaultNotFoundComponent: () => <NotFound />,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
