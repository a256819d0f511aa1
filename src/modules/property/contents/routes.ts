import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { updates } from "../../../kernel/write/updates.ts";
import { rental } from "../rentals/rental.ts";
import { contentsOverride } from "./contents-override.ts";
import { rentalUrl } from "./rental-url.ts";
import { checkContentsOverride, createContentsOverride } from "./save-contents-override.ts";
import { createRentalUrl, destroyRentalUrl, updateRentalUrl } from "./save-rental-url.ts";

const scopes = ["rentals_write"] as const;

export const contentsRoutes: readonly Route[] = [
  ...reads(rentalUrl),
  createsUnder(rental, rentalUrl, { scopes, create: createRentalUrl }),
  ...updates(rentalUrl, { scopes, update: updateRentalUrl }),
  destroys(rentalUrl, { scopes, destroy: destroyRentalUrl }),
  ...reads(contentsOverride),
  creates(contentsOverride, { scopes, check: checkContentsOverride, create: createContentsOverride }),
  ...updates(contentsOverride, { scopes, check: checkContentsOverride }),
  destroys(contentsOverride, { scopes, summary: "Delete an application's texts and restore the rental's own." }),
];
