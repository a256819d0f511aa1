import type { Route } from "../../../kernel/route.ts";
import { paymentsRoutes } from "../../money/payments/routes.ts";
import { ratesRoutes } from "../../pricing/rates/routes.ts";
import { rentalsRoutes } from "../../property/rentals/routes.ts";
import { sourcesRoutes } from "../../reference/sources/routes.ts";
import { bookingsRoutes } from "../../stays/bookings/routes.ts";
import { clientsRoutes } from "../../stays/clients/routes.ts";

/** The routes whose operations store an import's lines. */
export const storingRoutes: readonly Route[] = [
  ...rentalsRoutes,
  ...clientsRoutes,
  ...bookingsRoutes,
  ...ratesRoutes,
  ...paymentsRoutes,
  ...sourcesRoutes,
];
