import type { ApiClient, Json } from "../harness/client.ts";
import { aBooking, aComment, aGuest, aRental, created } from "../harness/factories.ts";
import type { TestService } from "../harness/service.ts";
import { aConversation, aHost, aMessage, aParticipant } from "../inbox/fixture.ts";
import { past } from "../reviews/factories.ts";

/** Appears in all personal data of these tests, and nowhere else. */
export const marker = "quixzumpf";

/** A client with personal data in every attribute that can hold it. */
export const personalClient: Json = {
  fullname: `Ada-${marker} ${marker}`,
  company: `Engines ${marker}`,
  notes: `likes ${marker}`,
  passport: `P${marker}`,
  vat_number: `FR${marker}`,
  emails: [{ email: `${marker}@example.com` }],
  phones: [{ label: `phone ${marker}`, number: "+33 1 23 45 67" }],
  addresses: [{ address1: `1 ${marker} Street`, city: marker }],
};

/** A booking's personal data about its guest. */
export const personalBooking: Json = {
  notes: `arrives with ${marker}`,
  cancelation_reason: `because of ${marker}`,
  cancelation_message_to_guest: `Dear ${marker}`,
  cancelation_message_to_channel: `About ${marker}`,
  door_key_code: `1234${marker}`,
};

/** A guest with every kind of personal data. */
export interface KnownGuest {
  readonly client: Json;
  readonly booking: Json;
  readonly comment: Json;
  /** Matched by the client's e-mail address. */
  readonly inquiry: Json;
  readonly agreement: Json;
  readonly payment: Json;
  /** A conversation about the booking, in which a host writes. */
  readonly conversation: Json;
  readonly message: Json;
}

/** A payment that names its payer. */
export const personalPayment: Json = {
  ...{ kind: "cash", amount_in_cents: 5000, currency: "EUR", paid_at: "2026-01-02T10:00:00Z", transaction_id: "R-17" },
  ...{ fullname: `Ada ${marker}`, email: `${marker}@example.com`, notes: `from ${marker}`, zip: marker, state: marker },
  ...{ address1: `1 ${marker} Street`, address2: marker, city: marker, country_code: "FR", card: "4242424242424242" },
};

/** Creates a guest with personal data everywhere and a stay in a dedicated rental. */
export async function aKnownGuest(api: ApiClient): Promise<KnownGuest> {
  const client = await aGuest(api, personalClient);
  const rental = await aRental(api);
  const booking = await aBooking(api, rental, { client_id: client.id, ...personalBooking });
  const comment = await aComment(api, booking, { content: `${marker} called` });
  const inquiry = await created(api, `/rentals/${rental.id}/inquiries`, "inquiries", {
    ...{ firstname: `Ada ${marker}`, lastname: marker, email: `${marker.toUpperCase()}@example.com` },
    ...{ phone: "+33 1 23 45 67", country_code: "FR", message: `Is there room for ${marker}?` },
  });
  const agreement = await created(api, `/bookings/${booking.id}/rental_agreements`, "rental_agreements", {
    body_en: `I, ${marker}, agree`,
  });
  const payment = await created(api, `/bookings/${booking.id}/payments`, "payments", personalPayment);
  const conversation = await aConversation(api, { subject: `The stay of ${marker}` });
  await api.put(`/inbox/conversations/${conversation.id}/connect_booking`, { bookings: [{ id: booking.id }] });
  const host = await aParticipant(api, conversation, "Host", await aHost(api));
  const message = await aMessage(api, conversation, host, { content: `Dear ${marker}`, channel: "airbnb" });
  return { client, booking, comment, inquiry, agreement, payment, conversation, message };
}

/** The guest's review of a past stay, the host's review of the guest, and the replies to both. */
export async function reviewsOf(api: ApiClient, client: Json): Promise<void> {
  const stay = await aBooking(api, await aRental(api), { client_id: client.id, ...past(2) });
  const comments = { comment: `${marker} was here`, private_comment: `${marker} is not well` };
  const criteria = (key: string) => ({ criteria: { [key]: { rating: 4, comment: `as ${marker} likes it` } } });
  const words = {
    reviews: { ...comments, ...criteria("comfort"), title: marker },
    host_reviews: { ...comments, ...criteria("communication") },
  };
  for (const [root, attributes] of Object.entries(words)) {
    const { id } = await created(api, `/bookings/${stay.id}/${root}`, root, attributes);
    await created(api, `/${root}/${id}/reply`, "review_replies", { message: `Dear ${marker}` });
    await api.put(`/${root}/${id}/dismiss`, { [root]: [{ dismissal_reason: `names ${marker}` }] });
  }
}

/** A table's column, as `schema.table.column`. */
export type ColumnName = string;

/** Finds the columns in the whole database that contain a text, ignoring case. Searches bytes as text. */
export async function columnsWith(service: TestService, text: string): Promise<ColumnName[]> {
  const columns = await service.sql(
    `select nspname as schema, relname as name, attname as column, format_type(atttypid, null) as type
     from pg_attribute join pg_class on pg_class.oid = attrelid join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and attnum > 0 and not attisdropped and nspname not in ('pg_catalog', 'information_schema')
     order by 1, 2, 3`,
  );
  const tables = Map.groupBy(columns, ({ schema, name }) => `"${schema}"."${name}"`);
  const found: ColumnName[] = [];
  for (const table of await tablesWith(service, tables, text)) {
    const ofTable = tables.get(table) ?? [];
    const tests = ofTable.map(({ column, type }, index) => {
      const value = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
      return `bool_or(strpos(lower(${value}), $1) > 0) as c${index}`;
    });
    const [row] = await service.sql(`select ${tests.join(", ")} from ${table}`, [text.toLowerCase()]);
    for (const [index, { schema, name, column }] of ofTable.entries())
      if (row?.[`c${index}`] === true) found.push(`${schema === "public" ? "" : `${schema}.`}${name}.${column}`);
  }
  return found;
}

/** Tables with a matching row, and all with bytes, which a row's text shows as hex. This leaves few columns to search. */
async function tablesWith(service: TestService, tables: ReadonlyMap<string, Json[]>, text: string): Promise<string[]> {
  const looks = [...tables].map(([table, columns]) => {
    const hasBytes = columns.some(({ type }) => type === "bytea");
    // A count, because a cluster does not push down other queries on whole rows.
    const inARow = `(select count(*) from ${table} as whole_row where strpos(lower(whole_row::text), $1) > 0) > 0`;
    return `select '${table}' as name where ${hasBytes ? "true" : inARow}`;
  });
  const rows = await service.sql(looks.join(" union all "), [text.toLowerCase()]);
  return rows.map(({ name }) => String(name));
}
