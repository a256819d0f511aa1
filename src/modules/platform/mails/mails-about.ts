import type { RecordId } from "../../../kernel/key.ts";
import type { Reader } from "../../../kernel/read/visible/read-scope.ts";

/** A mail in a client's export: a JSON object as text. */
export type MailAsJson = string;

interface MailsAbout {
  readonly account: number;
  readonly client: number;
  /** The client's inquiries. */
  readonly inquiries: readonly RecordId[];
}

/**
 * The mails about a client or their inquiries, oldest first, with recipient, time and values.
 * @param most the maximum number; absent for all
 */
export async function mailsAbout(
  database: Reader,
  { account, client, inquiries }: MailsAbout,
  most?: number,
): Promise<MailAsJson[]> {
  const rows = await database.read(
    {
      text: `select json_build_object('kind', template, 'to', recipient, 'locale', locale, 'state', state,
          'created_at', to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'sent_at', to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'content', content)
        from mails where account_id = $1 and (client_id = $2
          or booking_id in (select bookings.id from bookings where bookings.account_id = $1 and bookings.client_id = $2)
          or inquiry_id = any($4::bigint[]))
        order by id limit $3::bigint`,
    },
    [account, client, most === undefined ? null : most + 1, `{${inquiries.join(",")}}`],
  );
  return rows.map(([json]) => json ?? "{}");
}
