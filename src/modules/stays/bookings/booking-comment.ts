import { boolean, id, text, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { belongsToOwn } from "../../property/occupancy/held-nights.ts";
import { hasErasedGuest } from "./guest/erased-guest.ts";

/** A note on a booking (service.md, Booking comment). */
export const bookingComment = defineResource("booking_comments", {
  singular: "booking_comment",
  description: "A comment on a booking by the account's users and applications.",
  readScopes: ["bookings_read", "bookings_write", "bookings_write_owned"],
  attributes: {
    id: id(),
    content: text({ maxLength: 6000 }).personal().required().description("The comment's text."),
    editable: boolean()
      .from("(booking_comments.created_by_application_id is not distinct from :application)")
      .present()
      .description("Whether the calling application wrote the comment and may change it."),
    visible_for_all_account_users: boolean().neverNull().description("When false, hidden from users such as cleaners."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").writtenAs("booking_id", "required").present().description("The booking it belongs to."),
  },
  ownership: {
    scope: "bookings_write_owned",
    fullReaders: ["bookings_read"],
    ownRows: belongsToOwn("booking_comments"),
  },
  personalData: { erased: hasErasedGuest("booking_comments") },
  deletion: { column: "deleted_at", singleRead: "hidden" },
  counted: {},
});
