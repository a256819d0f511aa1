import { type Operation, type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { checkRental } from "./check-rental.ts";
import { destroyRental } from "./destroy-rental.ts";
import { partRoutes } from "./part-routes.ts";
import { readRentalsMeta } from "./read-rentals-meta.ts";
import { rental } from "./rental.ts";
import { rentalAmenity } from "./rental-amenity.ts";
import { rentalMeta } from "./rental-meta.ts";
import { bathroom } from "./rooms/bathroom.ts";
import { bedroom } from "./rooms/bedroom.ts";
import { livingRoom } from "./rooms/living-room.ts";
import { createRental, updateRental } from "./save-rental.ts";

const scopes = ["rentals_write"] as const;

const meta: Operation = { kind: "read", parameters: {}, answers: rentalMeta, run: readRentalsMeta };

const metaRoutes: readonly Route[] = ["/rentals/meta", "/rentals/:ids/meta"].map((path) => ({
  method: "GET",
  path,
  scopes: rental.readScopes,
  resource: rental,
  operation: meta,
  summary: "List when rentals last changed.",
}));

export const rentalsRoutes: readonly Route[] = [
  ...reads(rental),
  ...metaRoutes,
  creates(rental, { scopes, check: checkRental, create: createRental }),
  ...updates(rental, { scopes, check: checkRental, update: updateRental }),
  destroys(rental, { scopes, destroy: destroyRental }),
  ...partRoutes(bedroom),
  ...partRoutes(bathroom),
  ...partRoutes(livingRoom),
  ...partRoutes(rentalAmenity, {
    refusals: { rentals_amenities_once: { amenity_id: ["has already been taken: the rental has this amenity"] } },
  }),
];
