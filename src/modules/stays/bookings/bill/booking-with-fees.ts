import { boolean, decimal, id, integer, string, time, timestamps } from "../../../../kernel/attribute.ts";
import { many } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { canceledAt, isLive, isOwn } from "../../../property/occupancy/held-nights.ts";
import { reference } from "../booking-values.ts";

/** The flat booking with its fees, returned when a fee is added or removed (service.md, Booking). */
export const bookingWithFees = defineResource("bookings_with_fees", {
  singular: "booking_with_fees",
  root: "bookings",
  path: "bookings",
  table: "bookings",
  description: "A booking with its fees, as the fee operations return it.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    start_at: time().readOnly().present().description("Arrival."),
    end_at: time().readOnly().present().description("Departure."),
    booked: boolean().readOnly().present().description("Whether it is a confirmed stay."),
    unavailable: boolean().readOnly().present().description("Whether it only blocks the nights."),
    tentative_expires_at: time().readOnly().description("When the hold expires; null if it is not a hold."),
    rental_id: integer().readOnly().present().description("The rental."),
    client_id: integer().readOnly().description("The guest; null if unknown."),
    initial_price: decimal().readOnly().description("The rental price before the discount; null without a price."),
    discount: string().readOnly().description("An amount (100) or a percentage (10%) off the initial price."),
    final_price: decimal()
      .readOnly()
      .description("The guest's total: rental, fees and taxes, recalculated by the operation."),
    notes: string().readOnly().description("Internal notes for the account's users."),
    adults: integer().readOnly().description("Number of adults; null if unknown."),
    children: integer().readOnly().description("Number of children; null if unknown."),
    account_id: integer().readOnly().present().description("The account."),
    ...timestamps(),
    canceled_at: time().from(canceledAt).description("When it was canceled; null while it is live."),
    downpayment: decimal().readOnly().description("The amount due at booking."),
    currency: string().readOnly().present().description("The currency of all its amounts."),
    source_id: integer().readOnly().description("The booking's source; null if unknown."),
    damage_deposit: decimal().readOnly().description("The damage deposit."),
    reference: reference().present().description("The booking's short reference."),
    payment_charge_commission: decimal().readOnly().description("The channel's charge for processing the payment."),
  },
  linkless: true,
  relations: { bookings_fees: many("fees_in_bookings", { foreignKey: "booking_id" }).description("Its fees.") },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], ownRows: isOwn },
  deletion: { column: "canceled_at", expression: canceledAt, live: isLive, singleRead: "shown" },
});
