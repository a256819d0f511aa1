import Type from "typebox";
import { countryCode } from "../../../core/countries.ts";
import { Attribute, boolean, id, integer, string, text, timestamps } from "../../../kernel/attribute.ts";
import { currencyOfParent } from "../../../kernel/currency-source.ts";
import { one, owner } from "../../../kernel/relation.ts";
import { defineResource } from "../../../kernel/resource.ts";
import { formats, textValue } from "../../../kernel/values/text.ts";
import { stayMoment } from "../bookings/stay-moment.ts";

/** A phone number: text, or digits as a JSON number, as in the reference's samples. */
const phone = () => {
  const base = textValue({ maxLength: 50, format: formats.phone });
  return new Attribute({
    ...base,
    writeSchema: Type.Union([base.writeSchema, Type.Integer({ minimum: 0 })]),
    accept: (input: unknown) => base.accept(Number.isSafeInteger(input) ? String(input) : input),
  });
};

/**
 * SQL: the data of the booking's guest, of a guest in its conversation, or of an earlier client with the inquiry's address is restricted.
 * Later inquiries do not count: their writer could otherwise learn whose address it is. The column rounds to a second.
 */
export const restrictedInquiry = `exists (select from clients
  where clients.account_id = :account_of(inquiries) and clients.processing_restricted_at is not null and (
    clients.id = (select bookings.client_id from bookings where bookings.account_id = :account_of(inquiries) and bookings.id = inquiries.booking_id)
    or clients.id in (select participants.client_id from conversations_inquiries
      join participants on participants.account_id = :account_of(conversations_inquiries)
        and participants.conversation_id = conversations_inquiries.conversation_id
      where conversations_inquiries.account_id = :account_of(inquiries) and conversations_inquiries.inquiry_id = inquiries.id)
    or inquiries.created_at <= clients.processing_restricted_at + interval '1 second' and lower(inquiries.email) in (
      select lower(element->>'email') from json_array_elements(clients.emails) as element)))`;

/** SQL: the conversation that the inquiry started. */
const conversationOfInquiry = `(select conversations_inquiries.conversation_id from conversations_inquiries
  where conversations_inquiries.account_id = :account_of(inquiries) and conversations_inquiries.inquiry_id = inquiries.id)`;

/** A guest's question about a stay; it may become a booking. */
export const inquiry = defineResource("inquiries", {
  singular: "inquiry",
  description: "A guest's inquiry about a stay in a rental: contact details, dates and guest counts.",
  readScopes: ["inquiries_read", "inquiries_write", "inquiries_write_owned"],
  attributes: {
    id: id(),
    adults: integer({ min: 1, max: 1000 }).description("Number of adults; null if unknown."),
    children: integer({ min: 0, max: 1000 }).description("Number of children; null if unknown."),
    country_code: string({ maxLength: 2, format: countryCode })
      .personal()
      .description("The phone number's country: two letters, ISO 3166-1. Required with a phone number."),
    email: string({ format: formats.email }).personal().required().description("The guest's e-mail address."),
    firstname: string({ maxLength: 50 }).personal().required().description("The guest's first name."),
    lastname: string({ maxLength: 99 }).personal().required().description("The guest's last name."),
    message: text({ maxLength: 500 }).personal().description("The guest's message."),
    phone: phone().personal().description("The guest's phone number. Needs country_code."),
    locked: string()
      .persistedByOperation()
      .description("application-<id> of the only application that may change the inquiry; null if unlocked."),
    ...timestamps(),
    start_at: stayMoment("inquiries")
      .persistedByOperation()
      .description(
        "Arrival on the rental's clock, like a booking's. Must be in the future when written. A date without a time means its midnight.",
      ),
    end_at: stayMoment("inquiries")
      .persistedByOperation()
      .description("Departure. Must be in the future when written, and after start_at."),
    rental_id: integer({ min: 1, max: Number.MAX_SAFE_INTEGER })
      .inputOnly()
      .description("The rental it is about. Only an update can change it."),
    accept_privacy_policy: boolean().writeOnly().description("Whether the privacy policy was accepted."),
  },
  relations: {
    account: owner(),
    rental: one("rentals").present().description("The rental it is about."),
    source: one("sources").writtenAs("source_id").description("The inquiry's source; null if unknown."),
    booking: one("bookings").description("The resulting booking; null until then."),
    conversation: one("conversations")
      .from(conversationOfInquiry)
      .description("The conversation it started; null if it had no message."),
  },
  personalData: { erased: "inquiries.forgotten_at is not null", restricted: restrictedInquiry },
  currency: currencyOfParent("rentals", "rental_id"),
  ownership: {
    scope: "inquiries_write_owned",
    fullReaders: ["inquiries_read"],
    ownRows: "inquiries.created_by_application_id is not distinct from :application",
  },
  counted: {},
});
