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
      "From now on a booking of one of the rentals blocks the same nights in the others, as an unavailable booking created by that Booking; what is booked already is mirrored at once. Rentals that have bookings on the same nights cannot be linked (422).",
    create: createLinkGroup,
  }),
  destroys(rentalLinkGroup, {
    scopes,
    prepare: lockRentalsOfGroup,
    destroy: deleteLinkGroup,
    description: "Its links are deleted, and the mirrored bookings that are still ahead are canceled.",
  }),
  ...reads(rentalLink),
];
