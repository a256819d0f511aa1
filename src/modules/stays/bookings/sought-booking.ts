import { bookingId } from "../../../core/reference.ts";
import { parameterType, type SearchParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { isNamed, isSeen, patternsOf } from "../clients/client-search.ts";

const text = parameterType(textValue({ maxLength: 200 }));

/** SQL: the words that are looked for, and the id that they stand for if they are a booking's reference. */
const words = patternsOf("(:query ->> 'words')");
const id = "(:query ->> 'id')::bigint";

/** The guests are found first, in one pass, and then their bookings by an index. */
const guests = `select clients.id from clients
  where clients.account_id = any(:accounts) and ${isSeen} and ${isNamed("(:query ->> 'words')")}`;

/**
 * What people type to find a booking: the guest's name, its reference, or its number in another system. Whoever may not read guests does
 * not find anybody by their name.
 */
export const soughtBooking: SearchParameter = {
  type: {
    ...text,
    sqlType: "jsonb",
    // Without a figure it is a name: references are ids, and those that are all letters are far ahead.
    toDatabase: (value) => {
      const sought = String(text.toDatabase(value));
      return JSON.stringify({ words: sought, id: /\d/.test(sought) ? bookingId(sought.trim()) : undefined });
    },
  },
  condition: `bookings.client_id = any(array(${guests})) or bookings.id = ${id} or bookings.external_reference ilike all (${words})`,
  scopes: ["clients_read", "clients_write"],
  revealsHidden: true,
  description:
    "Words of the guest's name, in any order, the booking's reference, or its external_reference; capitals do not count, and in names accents neither.",
};
