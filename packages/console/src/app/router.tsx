import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { guestsSearch } from "../screens/guests/guests-search.ts";
import { inboxSearch } from "../screens/inbox/inbox-search.ts";
import { Shell } from "./shell.tsx";

const root = createRootRoute({ component: Shell });
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
  component: lazyRouteComponent(() => import("../screens/calendar/calendar-screen.tsx"), "CalendarScreen"),
});
const today = createRoute({
  getParentRoute: () => root,
  path: "/today",
  component: lazyRouteComponent(() => import("../screens/today/today-screen.tsx"), "TodayScreen"),
});
const inbox = createRoute({
  getParentRoute: () => root,
  path: "/inbox",
  validateSearch: inboxSearch,
  component: lazyRouteComponent(() => import("../screens/inbox/inbox-screen.tsx"), "InboxScreen"),
});
const guests = createRoute({
  getParentRoute: () => root,
  path: "/guests",
  validateSearch: guestsSearch,
  component: lazyRouteComponent(() => import("../screens/guests/guests-screen.tsx"), "GuestsScreen"),
});

/** A screen is a route here, a folder under `screens`, and a line of the shell's navigation. */
export const router = createRouter({
  routeTree: root.addChildren([start, calendar, today, inbox, guests]),
  basepath: "/console",
  defaultPendingComponent: Waiting,
  defaultErrorComponent: Failure,
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
