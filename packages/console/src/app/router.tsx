import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from "@tanstack/react-router";
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

const booking = createRoute({
  getParentRoute: () => root,
  path: "/bookings/$booking",
  component: lazyRouteComponent(() => import("../screens/booking/booking-screen.tsx"), "BookingScreen"),
});

/** A screen is a route here, a folder under `screens`, and a line of the shell's navigation. */
export const router = createRouter({
  routeTree: root.addChildren([start, calendar, today, booking]),
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
