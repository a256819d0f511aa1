import { type Route, reads } from "../../../kernel/route.ts";
import { creates } from "../../../kernel/write/creates.ts";
import { destroys } from "../../../kernel/write/destroys.ts";
import { createLinkGroup } from "./create-link-group.ts";
import { deleteLinkGroup, lockRentalsOfGroup } from "./delete-link-group.ts";
import { rentalLink } from "./rental-link.ts";
import { rentalLinkGroup } from "./rental-link-group.ts";

const scopes = ["rentals_write"] as const;

export const linksRoutes: readonly Route[] = [
  ...reads(rentalLinkGroup),
  creates(rentalLinkGroup, {
    scopes,
    description:
      "From now on, a booking of one rental blocks the same nights in the others with an unavailable booking created by that Booking. Existing bookings are mirrored immediately. Rentals with bookings on the same nights cannot be linked (422).",
    create: createLinkGroup,
  }),
  destroys(rentalLinkGroup, {
    scopes,
    prepare: lockRentalsOfGroup,
    destroy: deleteLinkGroup,
    description: "Deletes its links and cancels upcoming mirrored bookings.",
  }),
  ...reads(rentalLink),
];
