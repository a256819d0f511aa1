import { account } from "./accounts/account.ts";
import { accountsApplication } from "./accounts/accounts-application.ts";
import { accountsRoutes } from "./accounts/routes.ts";
import { application } from "./applications/application.ts";
import { applicationsPeriodsRental } from "./applications/applications-periods-rental.ts";
import { applicationsRoutes } from "./applications/routes.ts";
import { amenity } from "./amenities/amenity.ts";
import { amenitiesRoutes } from "./amenities/routes.ts";
import { bookingsResources, bookingsRoutes } from "./bookings/routes.ts";
import { availability } from "./calendar/availability.ts";
import { changeOver } from "./calendar/change-over.ts";
import { calendarRoutes } from "./calendar/routes.ts";
import { client } from "./clients/client.ts";
import { clientsRoutes } from "./clients/routes.ts";
import { destination } from "./destinations/destination.ts";
import { destinationsRoutes } from "./destinations/routes.ts";
import { discountCode } from "./discounts/discount-code.ts";
import { discountCodeUsage } from "./discounts/discount-code-usage.ts";
import { discountsRoutes } from "./discounts/routes.ts";
import { fee } from "./fees/fee.ts";
import { rentalsFee } from "./fees/rentals-fee.ts";
import { feesRoutes } from "./fees/routes.ts";
import type { Resource } from "./kernel/resource.ts";
import type { Route } from "./kernel/route.ts";
import { losRecord } from "./rates/los/los-record.ts";
import { midTermRateMap } from "./rates/mid-term-rate-map.ts";
import { nightlyRateMap } from "./rates/nightly-rate-map.ts";
import { period } from "./rates/period.ts";
import { ratesRule } from "./rates/rates-rule.ts";
import { ratesTable } from "./rates/rates-table.ts";
import { ratesRoutes } from "./rates/routes.ts";
import { rate } from "./rates/static/rate.ts";
import { season } from "./rates/season.ts";
import { specialOffer } from "./rates/special-offer.ts";
import { bathroom } from "./rentals/bathroom.ts";
import { bedroom } from "./rentals/bedroom.ts";
import { livingRoom } from "./rentals/living-room.ts";
import { rentalAmenity } from "./rentals/rental-amenity.ts";
import { rental } from "./rentals/rental.ts";
import { rentalMeta } from "./rentals/rental-meta.ts";
import { rentalsRoutes } from "./rentals/routes.ts";
import { searchRoutes } from "./search/routes.ts";
import { source } from "./sources/source.ts";
import { sourcesRoutes } from "./sources/routes.ts";
import { bookingsTag } from "./tags/bookings-tag.ts";
import { rentalsTag } from "./tags/rentals-tag.ts";
import { tagsRoutes } from "./tags/routes.ts";
import { feesTax } from "./taxes/fees-tax.ts";
import { rentalsTax } from "./taxes/rentals-tax.ts";
import { taxRule } from "./taxes/tax-rule.ts";
import { tax } from "./taxes/tax.ts";
import { taxesRoutes } from "./taxes/routes.ts";

/** Every resource, in the order in which a newcomer would want to read about them. */
export const resources: readonly Resource[] = [
  account,
  accountsApplication,
  rental,
  rentalMeta,
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
  ratesTable,
  season,
  period,
  ratesRule,
  specialOffer,
  nightlyRateMap,
  midTermRateMap,
  rate,
  losRecord,
  availability,
  changeOver,
  fee,
  rentalsFee,
  tax,
  taxRule,
  rentalsTax,
  feesTax,
  application,
  applicationsPeriodsRental,
  discountCode,
  discountCodeUsage,
  ...bookingsResources,
];

/** Every route, family by family. */
export const routes: readonly Route[] = [
  ...accountsRoutes,
  ...rentalsRoutes,
  ...searchRoutes,
  ...amenitiesRoutes,
  ...destinationsRoutes,
  ...tagsRoutes,
  ...clientsRoutes,
  ...sourcesRoutes,
  ...ratesRoutes,
  ...calendarRoutes,
  ...feesRoutes,
  ...taxesRoutes,
  ...applicationsRoutes,
  ...bookingsRoutes,
  ...discountsRoutes,
];
