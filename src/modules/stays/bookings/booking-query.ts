import { bookingId } from "../../../core/reference.ts";
import { parameterType, type SearchParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { clientsByQuery, guestQuery, idsIn, patternsOf } from "../clients/client-search.ts";

const text = parameterType(textValue({ maxLength: 200 }));

/** SQL: the search words, and the booking id if they are a reference. */
const words = patternsOf("(:query ->> 'words')");
const id = "(:query ->> 'id')::bigint";

/**
 * Finds bookings by guest, reference or external reference. Callers without a client scope cannot use it.
 */
export const bookingQuery: SearchParameter = {
  type: {
    ...text,
    sqlType: "jsonb",
    // Without a digit it is a name: no id is yet large enough for an all-letter reference.
    toDatabase: (value) => {
      const typed = String(text.toDatabase(value));
      return JSON.stringify({
        words: typed,
        ...guestQuery(typed),
        id: /\d/.test(typed) ? bookingId(typed.trim()) : undefined,
      });
    },
  },
  condition: `bookings.client_id = any(${idsIn(clientsByQuery)}) or bookings.id = ${id} or bookings.external_reference ilike all (${words})`,
  shared: clientsByQuery,
  scopes: ["clients_read", "clients_write"],
  revealsHidden: true,
  description:
    "Words of the guest's name, part of the guest's e-mail address, the phone number in any format, the booking's reference, or its external_reference. Ignores case, and accents in names.",
};
