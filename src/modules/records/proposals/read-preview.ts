import type { WriteContext } from "../../../kernel/write/context.ts";
import { isOwn } from "../../platform/access/applications/console-application.ts";
import { sendMail } from "../../platform/mails/send-mail.ts";
import { confirmBooking } from "../../stays/bookings/change/confirm-booking.ts";
import {
  noticeKinds,
  type Preview,
  type ProposedChange,
  type ProposedNotice,
  type ProposedPrice,
} from "./proposal-values.ts";

/** A change that this transaction has recorded. */
interface RecordedChange extends ProposedChange {
  readonly record_id: string;
  /** By the database's clock, in epoch milliseconds. */
  readonly occurred_at: number;
}

/** The open transaction's changes so far, and the people and programs that would be notified after the commit. */
export interface Done {
  readonly changes: readonly RecordedChange[];
  readonly notices: readonly ProposedNotice[];
}

/** Reads the changes that the open transaction has recorded (docs/design/changes.md), and their audience. */
export async function readDone({ transaction, account }: WriteContext): Promise<Done> {
  // A constraint that is checked at the end must fail here, not after the preview.
  await transaction.run("set constraints all immediate");
  const changes = await transaction.rows<{
    resource: string;
    record_id: string;
    operation: string;
    changes: Record<string, [unknown, unknown]>;
    occurred_at: number;
  }>(
    `select resource, record_id, operation, changes, occurred_at from change_outbox
     where account_id = $1 and transaction_id = pg_current_xact_id() and operation in ('created', 'updated', 'ended', 'restored')
       and (changes <> '{}' or operation <> 'updated')
     order by id`,
    [account.id],
  );
  // A separate statement: on a cluster, only the coordinator has jobs.
  const queued = await transaction.rows<{ name: string; mail: number | null; booking: number | null }>(
    "select name, (payload ->> 'mail')::bigint as mail, (payload ->> 'booking')::bigint as booking from jobs_of_transaction($1)",
    [account.id],
  );
  const mails = queued.flatMap(({ name, mail }) => (name === sendMail.name && mail !== null ? [mail] : []));
  const confirmed = queued.flatMap(({ name, booking }) =>
    name === confirmBooking.name && booking !== null ? [booking] : [],
  );
  const notices = await transaction.rows<{ kind: string; to: string }>(
    `with types as (
       select distinct change_types.type from change_outbox join change_types using (resource, operation)
       where change_outbox.account_id = $1 and change_outbox.transaction_id = pg_current_xact_id()
     )
     select 'mail' as kind, recipient as to from mails where account_id = $1 and id = any ($2::bigint[])
     union
     select 'mail', clients.default_email from bookings
       join clients on clients.account_id = $1 and clients.id = bookings.client_id
       where bookings.account_id = $1 and bookings.id = any ($3::bigint[]) and clients.default_email is not null and exists (
         select from automations where automations.account_id = $1 and automations.built_in = 'booking_confirmation'
           and automations.state = 'on')
     union
     select 'webhook', substring(url from '^[a-z]+://([^/?#]+)') from webhook_endpoints
       where account_id = $1 and enabled and deleted_at is null
         and exists (select from types where event_types is null or types.type = any (event_types))
     union
     select 'application', applications.name from accounts_applications
       join applications on applications.id = accounts_applications.application_id and applications.disabled_at is null
       where accounts_applications.account_id = $1 and accounts_applications.uninstalled_at is null and not ${isOwn()}
         and exists (select from types where type ~ '^(booking|rate_override)\\.')
     order by 1, 2`,
    [account.id, mails, confirmed],
  );
  return { changes, notices: notices.map(({ kind, to }) => ({ kind: noticeKindOf(kind), to })) };
}

function noticeKindOf(text: string): ProposedNotice["kind"] {
  const kind = noticeKinds.find((one) => one === text);
  if (!kind) throw new Error(`Unknown kind of notice: ${text}.`);
  return kind;
}

/** Attributes of every record that say nothing about the proposal. */
const bookkeeping = new Set(["created_at", "contract_updated_at", "created_by_id", "created_by_type"]);

/** The preview as people and agents see it: new records have no id yet, and only the attributes that have a value. */
export function previewOf({ changes, notices }: Done, price: ProposedPrice | null, guest: string | null): Preview {
  const shown = changes.map(({ resource, operation, changes: values, record_id: id }) => {
    const isNew = operation === "created";
    const attributes = Object.entries(values).filter(
      ([name, [, after]]) => !bookkeeping.has(name) && !(isNew && isBlank(after)),
    );
    const record_id = isNew ? null : /^\d+$/.test(id) ? Number(id) : id;
    return { resource, record_id, operation, changes: Object.fromEntries(attributes) };
  });
  const isTelling = ({ operation, changes: values }: ProposedChange) =>
    operation !== "updated" || Object.keys(values).length > 0;
  return { changes: shown.filter(isTelling), price, notices, guest };
}

const isBlank = (value: unknown): boolean =>
  value === null || value === false || value === 0 || value === "" || value === "0.0" || isEmptyList(value);

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** The names of a booking's guest, or of the guests who take part in a conversation; null for unknown ones. */
export async function readGuest(
  { transaction, account }: WriteContext,
  { booking, conversation }: { readonly booking: number | null; readonly conversation: number | null },
): Promise<string | null> {
  const row = await transaction.row<{ names: string | null }>(
    `select string_agg(fullname, ', ' order by clients.id) as names from clients where account_id = $1 and id in (
       select client_id from bookings where account_id = $1 and id = $2
       union select client_id from participants where account_id = $1 and conversation_id = $3
     )`,
    [account.id, booking, conversation],
  );
  return row?.names ?? null;
}
