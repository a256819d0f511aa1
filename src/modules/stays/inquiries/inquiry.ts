import Type from "typebox";
import { countryCode } from "../../../core/countries.ts";
import { Attribute, boolean, id, integer, string, text, time, timestamps } from "../../../kernel/attribute.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats, textValue } from "../../../kernel/values/text.ts";

/** A phone number: a text, or the bare digits as a number, as the reference's samples have it. */
const phone = () => {
  const base = textValue({ maxLength: 50, format: formats.phone });
  return new Attribute({
    ...base,
    writeSchema: Type.Union([base.writeSchema, Type.Integer({ minimum: 0 })]),
    accept: (input: unknown) => base.accept(Number.isSafeInteger(input) ? String(input) : input),
  });
};

/**
 * SQL: the processing of the guest's data is restricted: of the guest of the booking that came of it, or of a client who had its address
 * before. Later inquiries are not compared: whoever wrote one would learn from it whose address it is. The column rounds to a second.
 */
export const restrictedInquiry = `exists (select from clients
  where clients.account_id = inquiries.account_id and clients.processing_restricted_at is not null and (
    clients.id = (select bookings.client_id from bookings where bookings.account_id = inquiries.account_id and bookings.id = inquiries.booking_id)
    or inquiries.created_at <= clients.processing_restricted_at + interval '1 second' and lower(inquiries.email) in (
      select lower(element->>'email') from json_array_elements(clients.emails) as element)))`;

/** SQL: the conversation that began with the inquiry. */
const conversationOfInquiry = `(select conversations_inquiries.conversation_id from conversations_inquiries
  where conversations_inquiries.account_id = inquiries.account_id and conversations_inquiries.inquiry_id = inquiries.id)`;

/** Somebody asks about a stay in a rental, and may become a booking. */
export const inquiry = defineResource("inquiries", {
  singular: "inquiry",
  description: "A question of somebody who may want to stay in a rental: who, when, and how many.",
  readScopes: ["inquiries_read", "inquiries_write", "inquiries_write_owned"],
  attributes: {
    id: id(),
    adults: integer({ min: 1, max: 1000 }).description("How many adults would come; null when nobody said."),
    children: integer({ min: 0, max: 1000 }).description("How many children would come; null when nobody said."),
    country_code: string({ maxLength: 2, format: countryCode })
      .personal()
      .description("The country of the phone number: two letters, ISO 3166-1. Needed with a phone number."),
    email: string({ format: formats.email }).personal().required().description("Where to answer."),
    firstname: string({ maxLength: 50 }).personal().required().description("The first name of who asks."),
    lastname: string({ maxLength: 99 }).personal().required().description("The last name of who asks."),
    message: text({ maxLength: 500 }).personal().description("What is asked."),
    phone: phone().personal().description("Where to call; needs country_code."),
    locked: string()
      .persistedByOperation()
      .description("application-<id> of the application that alone may change the inquiry."),
    ...timestamps(),
    start_at: time().description("When they would arrive; in the future when written. A date alone is its midnight."),
    end_at: time().description("When they would leave; in the future when written, and after start_at."),
    rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .inputOnly()
      .description("The rental that it is about; another one only in a change."),
    accept_privacy_policy: boolean().writeOnly().description("Whether the privacy policy was accepted."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").present().description("The rental that it is about."),
    source: one("sources").writtenAs("source_id").description("Where it comes from; null when nobody said."),
    booking: one("bookings").description("The booking that came of it; null until then."),
    conversation: one("conversations")
      .from(conversationOfInquiry)
      .description("The conversation that began with it; null for one without a message."),
  },
  personalData: { erased: "inquiries.forgotten_at is not null", restricted: restrictedInquiry },
  ownership: {
    scope: "inquiries_write_owned",
    fullReaders: ["inquiries_read"],
    ownRows: "inquiries.created_by_application_id is not distinct from :application",
  },
  counted: {},
});
