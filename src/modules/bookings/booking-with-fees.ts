import { boolean, decimal, id, integer, string, time, timestamps } from "../../kernel/attribute.ts";
import { many } from "../../kernel/relation.ts";
import { defineResource } from "../../kernel/resource.ts";
import { canceledAt, isLive, isOwn } from "../occupancy/held-nights.ts";
import { reference } from "./booking-values.ts";

/** The flat booking with its fees that adding and removing a fee answers (service.md, Booking). */
export const bookingWithFees = defineResource("bookings_with_fees", {
  singular: "booking_with_fees",
  root: "bookings",
  path: "bookings",
  table: "bookings",
  purpose: "A booking with its fees inside, as the operations on fees answer it.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    start_at: time().readOnly().present().meaning("Arrival."),
    end_at: time().readOnly().present().meaning("Departure."),
    booked: boolean().readOnly().present().meaning("Whether it is a confirmed stay."),
    unavailable: boolean().readOnly().present().meaning("Whether it only keeps the nights from being sold."),
    tentative_expires_at: time().readOnly().meaning("When the hold ends; null for none."),
    rental_id: integer().readOnly().present().meaning("The rental."),
    client_id: integer().readOnly().meaning("The guest; null when nobody said."),
    initial_price: decimal().readOnly().meaning("What the rental costs before the discount; null without a price."),
    discount: string().readOnly().meaning("An amount (100) or a percentage (10%) off the initial price."),
    final_price: decimal()
      .readOnly()
      .meaning("What the guest pays: rental, fees and taxes; recalculated by the operation."),
    notes: string().readOnly().meaning("Notes for the account's own people."),
    adults: integer().readOnly().meaning("How many adults come; null when nobody said."),
    children: integer().readOnly().meaning("How many children come; null when nobody said."),
    account_id: integer().readOnly().present().meaning("The account."),
    ...timestamps(),
    canceled_at: time().from(canceledAt).meaning("When it was canceled; null while it counts."),
    downpayment: decimal().readOnly().meaning("What is due when booking."),
    currency: string().readOnly().present().meaning("The currency of all of its amounts."),
    source_id: integer().readOnly().meaning("Where the booking comes from; null when nobody said."),
    damage_deposit: decimal().readOnly().meaning("The deposit against damage."),
    reference: reference().present().meaning("What people call the booking on the telephone."),
    payment_charge_commission: decimal().readOnly().meaning("What the channel charges for processing the payment."),
  },
  linkless: true,
  relations: { bookings_fees: many("fees_in_bookings", { foreignKey: "booking_id" }).meaning("Its fees.") },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], mine: isOwn },
  deletion: { column: "canceled_at", expression: canceledAt, live: isLive, singleRead: "shown" },
});
