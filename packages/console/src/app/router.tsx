import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { reportSearch } from "../screens/reports/report-search.ts";
import { Failure } from "../parts/failure.tsx";
import { Waiting } from "../parts/waiting.tsx";
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

const reports = createRoute({
  getParentRoute: () => root,
  path: "/reports",
  validateSearch: reportSearch,
  component: lazyRouteComponent(() => import("../screens/reports/reports-screen.tsx"), "ReportsScreen"),
});

/** A screen is a route here, a folder under `screens`, and a line of the shell's navigation. */
export const router = createRouter({
  routeTree: root.addChildren([start, calendar, today, reports]),
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
