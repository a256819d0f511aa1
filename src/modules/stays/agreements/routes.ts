import { type Route, reads } from "../../../kernel/route.ts";
import { creates, createsUnder } from "../../../kernel/write/creates.ts";
import { rental } from "../../property/rentals/rental.ts";
import { booking } from "../bookings/booking.ts";
import { createAgreementOfBooking, createAgreementOfRental } from "./create-agreement.ts";
import { rentalAgreement } from "./rental-agreement.ts";

const scopes = ["rentals_write"] as const;

export const agreementsRoutes: readonly Route[] = [
  ...reads(rentalAgreement),
  creates(rentalAgreement, {
    scopes,
    description: "Creates the agreement for every rental without its own.",
  }),
  createsUnder(booking, rentalAgreement, {
    scopes,
    description:
      "Creates the agreement for this booking's guest. The token must be able to read the booking's details.",
    create: createAgreementOfBooking,
  }),
  createsUnder(rental, rentalAgreement, {
    scopes,
    description: "Creates the agreement for this rental's guests.",
    create: createAgreementOfRental,
  }),
];
