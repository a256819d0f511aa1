import { boolean, decimal, id, integer, string, time, timestamps } from "../../../../kernel/attribute.ts";
import { many } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { canceledAt, isLive, isOwn } from "../../../property/occupancy/held-nights.ts";
import { reference } from "../booking-values.ts";

/** The flat booking with its fees that adding and removing a fee answers (service.md, Booking). */
export const bookingWithFees = defineResource("bookings_with_fees", {
  singular: "booking_with_fees",
  root: "bookings",
  path: "bookings",
  table: "bookings",
  description: "A booking with its fees inside, as the operations on fees answer it.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    start_at: time().readOnly().present().description("Arrival."),
    end_at: time().readOnly().present().description("Departure."),
    booked: boolean().readOnly().present().description("Whether it is a confirmed stay."),
    unavailable: boolean().readOnly().present().description("Whether it only keeps the nights from being sold."),
    tentative_expires_at: time().readOnly().description("When the hold ends; null for none."),
    rental_id: integer().readOnly().present().description("The rental."),
    client_id: integer().readOnly().description("The guest; null when nobody said."),
    initial_price: decimal().readOnly().description("What the rental costs before the discount; null without a price."),
    discount: string().readOnly().description("An amount (100) or a percentage (10%) off the initial price."),
    final_price: decimal()
      .readOnly()
      .description("What the guest pays: rental, fees and taxes; recalculated by the operation."),
    notes: string().readOnly().description("Notes for the account's own people."),
    adults: integer().readOnly().description("How many adults come; null when nobody said."),
    children: integer().readOnly().description("How many children come; null when nobody said."),
    account_id: integer().readOnly().present().description("The account."),
    ...timestamps(),
    canceled_at: time().from(canceledAt).description("When it was canceled; null while it counts."),
    downpayment: decimal().readOnly().description("What is due when booking."),
    currency: string().readOnly().present().description("The currency of all of its amounts."),
    source_id: integer().readOnly().description("Where the booking comes from; null when nobody said."),
    damage_deposit: decimal().readOnly().description("The deposit against damage."),
    reference: reference().present().description("What people call the booking on the telephone."),
    payment_charge_commission: decimal().readOnly().description("What the channel charges for processing the payment."),
  },
  linkless: true,
  relations: { bookings_fees: many("fees_in_bookings", { foreignKey: "booking_id" }).description("Its fees.") },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], ownRows: isOwn },
  deletion: { column: "canceled_at", expression: canceledAt, live: isLive, singleRead: "shown" },
});
