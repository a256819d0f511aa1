import { bookingId } from "../../../core/reference.ts";
import { parameterType, type SearchParameter } from "../../../kernel/search.ts";
import { textValue } from "../../../kernel/values/text.ts";
import { clientsByQuery, guestQuery, idsIn } from "../clients/client-search.ts";

const text = parameterType(textValue({ maxLength: 200 }));

/** SQL: the typed text, and the booking id if it is a reference. */
const typed = "(:query ->> 'words')";
const id = "(:query ->> 'id')::bigint";

/**
 * SQL: the external reference begins with the typed text, exactly or in one case. Ranges that an index reads, because row-level
 * security keeps patterns from using it.
 */
const isReferenced = ["", "upper", "lower"]
  .map((fold) => `(select ${fold}(trim(${typed})))`)
  .map(
    (text) =>
      `bookings.external_reference collate "C" >= ${text} and bookings.external_reference collate "C" < ${text.slice(0, -1)} || chr(1114111))`,
  )
  .join(" or ");

/**
 * Finds bookings by guest, reference or external reference. Callers without a client scope cannot use it.
 */
export const bookingQuery: SearchParameter = {
  type: {
    ...text,
    sqlType: "jsonb",
    // Without a digit it is a name: no id is yet large enough for an all-letter reference.
    toDatabase: (value) => {
      const words = String(text.toDatabase(value));
      return JSON.stringify({
        words,
        ...guestQuery(words),
        id: /\d/.test(words) ? bookingId(words.trim()) : undefined,
      });
    },
  },
  condition: `bookings.client_id = any(${idsIn(clientsByQuery)}) or bookings.id = ${id} or ${isReferenced}`,
  shared: clientsByQuery,
  scopes: ["clients_read", "clients_write"],
  revealsHidden: true,
  description:
    "Words of the guest's name or their beginnings, the beginning of an e-mail address or its domain, the phone number in any format, the booking's reference, or the beginning of its external_reference. Ignores case, and accents in names.",
};
