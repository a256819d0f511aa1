import { account } from "./accounts/account.ts";
import { accountsApplication } from "./accounts/accounts-application.ts";
import { accountsRoutes } from "./accounts/routes.ts";
import { amenity } from "./amenities/amenity.ts";
import { amenitiesRoutes } from "./amenities/routes.ts";
import { bookingsResources, bookingsRoutes } from "./bookings/routes.ts";
import { client } from "./clients/client.ts";
import { clientsRoutes } from "./clients/routes.ts";
import { destination } from "./destinations/destination.ts";
import { destinationsRoutes } from "./destinations/routes.ts";
import { fee } from "./fees/fee.ts";
import { rentalsFee } from "./fees/rentals-fee.ts";
import { feesRoutes } from "./fees/routes.ts";
import type { Resource } from "./kernel/resource.ts";
import type { Route } from "./kernel/route.ts";
import { bathroom } from "./rentals/bathroom.ts";
import { bedroom } from "./rentals/bedroom.ts";
import { livingRoom } from "./rentals/living-room.ts";
import { rentalAmenity } from "./rentals/rental-amenity.ts";
import { rental } from "./rentals/rental.ts";
import { rentalsRoutes } from "./rentals/routes.ts";
import { source } from "./sources/source.ts";
import { sourcesRoutes } from "./sources/routes.ts";
import { bookingsTag } from "./tags/bookings-tag.ts";
import { rentalsTag } from "./tags/rentals-tag.ts";
import { tagsRoutes } from "./tags/routes.ts";
import { tax } from "./taxes/tax.ts";
import { taxesRoutes } from "./taxes/routes.ts";

/** Every resource, in the order in which a newcomer would want to read about them. */
export const resources: readonly Resource[] = [
  account,
  accountsApplication,
  rental,
  bedroom,
  bathroom,
  livingRoom,
  rentalAmenity,
  amenity,
  destination,
  rentalsTag,
  client,
  source,
  bookingsTag,
  fee,
  rentalsFee,
  tax,
  ...bookingsResources,
];

/** Every route, family by family. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...rentalsRoutes,
  ...amenitiesRoutes,
  ...destinationsRoutes,
  ...tagsRoutes,
  ...clientsRoutes,
  ...sourcesRoutes,
  ...feesRoutes,
  ...taxesRoutes,
  ...bookingsRoutes,
];
