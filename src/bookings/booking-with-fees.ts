import { boolean, decimal, id, integer, string, time, timestamps } from "../kernel/attribute.ts";
import { many } from "../kernel/relation.ts";
import { defineResource } from "../kernel/resource.ts";
import { canceledAt, isLive, isOwn } from "./booking-conditions.ts";
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
    start_at: time().readOnly(),
    end_at: time().readOnly(),
    booked: boolean().readOnly(),
    unavailable: boolean().readOnly(),
    tentative_expires_at: time().readOnly(),
    rental_id: integer().readOnly(),
    client_id: integer().readOnly(),
    initial_price: decimal().readOnly(),
    discount: string().readOnly(),
    final_price: decimal().readOnly(),
    notes: string().readOnly(),
    adults: integer().readOnly(),
    children: integer().readOnly(),
    account_id: integer().readOnly(),
    ...timestamps(),
    canceled_at: time().from(canceledAt),
    downpayment: decimal().readOnly(),
    currency: string().readOnly(),
    source_id: integer().readOnly(),
    damage_deposit: decimal().readOnly(),
    reference: reference(),
    payment_charge_commission: decimal().readOnly(),
  },
  linkless: true,
  relations: { bookings_fees: many("fees_in_bookings", { foreignKey: "booking_id" }) },
  ownership: { scope: "bookings_write_owned", fullReaders: ["bookings_read"], mine: isOwn },
  deletion: { column: "canceled_at", expression: canceledAt, live: isLive, singleRead: "shown" },
});
