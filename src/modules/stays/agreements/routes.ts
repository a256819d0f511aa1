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
    description: "What guests sign for every rental that has no agreement of its own.",
  }),
  createsUnder(booking, rentalAgreement, {
    scopes,
    description: "What the guest of this booking signs. The token must see the inside of the booking.",
    create: createAgreementOfBooking,
  }),
  createsUnder(rental, rentalAgreement, {
    scopes,
    description: "What the guests of this rental sign.",
    create: createAgreementOfRental,
  }),
];
