import { boolean, id, text, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { belongsToOwn } from "../../property/occupancy/held-nights.ts";
import { ofForgottenGuest } from "./guest/forgotten-guest.ts";

/** A note on a booking (service.md, Booking comment). */
export const bookingComment = defineResource("booking_comments", {
  singular: "booking_comment",
  description: "A comment that the account's people and applications leave on a booking.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    content: text({ maxLength: 6000 }).personal().required().description("What the comment says."),
    editable: boolean()
      .from("(booking_comments.created_by_application_id is not distinct from :application)")
      .present()
      .description("Whether the calling application wrote the comment, and so may change it."),
    visible_for_all_account_users: boolean().neverNull().description("When false, hidden from users such as cleaners."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").writtenAs("booking_id", "required").present().description("The booking that it is about."),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: belongsToOwn("booking_comments"),
  },
  personalData: { erased: ofForgottenGuest("booking_comments") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  counted: {},
});
