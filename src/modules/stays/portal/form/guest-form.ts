import Type from "typebox";
import { boolean, id, structure, time, timestamps } from "../../../../kernel/attribute.ts";
import { one, owner } from "../../../../kernel/relation.ts";
import { defineResource } from "../../../../kernel/resource.ts";
import { idList } from "../../../../kernel/search.ts";
import { areTexts } from "../../../../kernel/values/structure.ts";
import { problem } from "../../../../kernel/values/value-type.ts";
import { answeredBy, protectedByGuest } from "../guest-protection.ts";

/** The names of a stay's guests: a JSON array of texts. */
const guestNames = () =>
  structure<readonly string[]>({
    title: "Array",
    schema: Type.Array(Type.String()),
    accept: () => problem("cannot be set here"),
    isValue: areTexts,
  });

/** A guest's answers before arrival. Only the guest writes them, on the portal (docs/guides/portal.md). */
export const guestForm = defineResource("guest_forms", {
  singular: "guest_form",
  description:
    "A guest's answers before arrival. A booking that gets another guest gets another record. Documents are encrypted, and Roost erases them some days after departure.",
  readScopes: ["bookings_read", "bookings_write"],
  attributes: {
    id: id(),
    guests: guestNames().readOnly().personal().unrecorded().description("The names of all guests."),
    has_documents: boolean()
      .from("guest_forms.sealed_documents is not null")
      .present()
      .description("Whether documents are stored. POST /guest_forms/:id/documents shows them."),
    documents_erased_at: time().readOnly().description("When Roost erased the documents; null if it has not."),
    submitted_at: time().readOnly().present().description("When the guest last sent the form."),
    ...timestamps(),
  },
  relations: {
    account: owner(),
    booking: one("bookings").present().description("The booking."),
    client: one("clients").description(answeredBy),
  },
  personalData: protectedByGuest("guest_forms"),
  counted: {},
  search: {
    booking_id: idList({
      condition: "guest_forms.booking_id = any(:booking_id)",
      description: "Comma-separated booking ids.",
    }),
  },
});
