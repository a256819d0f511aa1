import type { FastifyInstance } from "fastify";
import type { WebDependencies } from "../dependencies.ts";
import { bookRoutes } from "./book-routes.ts";
import { bookingRoutes } from "./booking-routes.ts";

/** Books a stay on an account's own site: price, details, payment, confirmation (guests.md, Booking). */
export function siteBookingRoutes(app: FastifyInstance, dependencies: WebDependencies): void {
  bookRoutes(app, dependencies);
  bookingRoutes(app, dependencies);
}
