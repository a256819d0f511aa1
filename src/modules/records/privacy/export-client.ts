import type { AccountScope } from "../../../database/sql/account-scope.ts";
import { mayAny, type Scope, withWriters } from "../../../kernel/access/scopes.ts";
import { badRequest, type RequestError } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import type { Includes } from "../../../kernel/read/query.ts";
import { readRecords } from "../../../kernel/read/read.ts";
import { viewOf } from "../../../kernel/read/view.ts";
import type { ReadScope } from "../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../kernel/resource.ts";
import { formatInstant } from "../../../kernel/values/time.ts";
import { responsesAbout } from "../../platform/access/idempotency-store.ts";
import { mailsAbout } from "../../platform/mails/mails-about.ts";
import { booking } from "../../stays/bookings/booking.ts";
import { client } from "../../stays/clients/client.ts";
import { auditEntry } from "../audit/audit-entry.ts";
import { publishForCaller } from "../events/publish-all.ts";
import { exportedParts } from "./exported-parts.ts";

/** How many records are read at once. */
const batch = 200;

/** A part that the caller may not read as a whole, and the scopes with which it could; none where only the account's own people do. */
interface LeftOut {
  readonly part: string;
  readonly scopes: readonly Scope[];
}

/** What is held about a client, and how many records beside it that is. */
export interface ExportedClient {
  readonly json: string;
  readonly records: number;
}

/** What is to be done before `exportClient`, outside of its snapshot: its history holds all that was changed until then. */
export const prepareExport = (scope: ReadScope<AccountScope>): Promise<void> => publishForCaller(scope);

/**
 * Everything that is held about one client: the client as it is read everywhere, with what else there is of it in members of their own.
 * What the caller may not read as a whole is named in `left_out`.
 * @param scope reads within one snapshot
 * @param most records beside the client; absent: all that there are
 * @returns undefined without the client @throws RequestError 400 when there are more records
 */
export async function exportClient(scope: ReadScope, id: number, most?: number): Promise<ExportedClient | undefined> {
  const known = await readClient(scope, id);
  if (!known) return undefined;
  const members: string[] = [];
  const leftOut: LeftOut[] = [];
  const shown = new Map<string, readonly RecordId[]>([[client.name, [id]]]);
  let records = 0;
  for (const { resource, includes, ids: statement } of exportedParts) {
    const { name, readScopes } = resource;
    if (!readsAll(scope, resource)) {
      leftOut.push({ part: name, scopes: readScopes.filter((readScope) => isWhole(resource, readScope)) });
      continue;
    }
    const ids = await idsIn(scope, statement, [known.account, id]);
    records += ids.length;
    // Of these others see some; that there are more is not told, nor that answers about them are kept.
    if (resource.visible !== undefined && !scope.caller.ofAccount) leftOut.push({ part: name, scopes: [] });
    else shown.set(name, ids);
    if (most !== undefined && records > most) throw tooMany(id);
    members.push(`"${name}":[${(await readAll(scope, resource, ids, includes)).join(",")}]`);
  }
  if (readsAll(scope, booking)) {
    const mails = await mailsAbout(scope.database, known.account, id, most);
    records += mails.length;
    if (most !== undefined && records > most) throw tooMany(id);
    members.push(`"mails":[${mails.join(",")}]`);
  } else leftOut.push({ part: "mails", scopes: booking.readScopes.filter((readScope) => isWhole(booking, readScope)) });
  const history = await historyOf(scope, known.account, shown);
  if (history === undefined) leftOut.push({ part: historyPart, scopes: auditEntry.readScopes });
  else {
    records += history.length;
    if (most !== undefined && records > most) throw tooMany(id);
    members.push(`"${historyPart}":[${history.join(",")}]`);
  }
  members.push(`"stored_answers":${JSON.stringify(await storedAnswers(scope, known.account, shown))}`);
  members.push(`"left_out":${JSON.stringify(leftOut)}`);
  return { json: `${known.record.slice(0, -1)},${members.join(",")}}`, records };
}

/** What an export calls the changes of the records that it shows. */
const historyPart = "history";

/** Who changed what in the exported records, in order; undefined for whoever may not read that. */
async function historyOf(
  scope: ReadScope,
  account: number,
  shown: ReadonlyMap<string, readonly RecordId[]>,
): Promise<string[] | undefined> {
  if (!readsAll(scope, auditEntry)) return undefined;
  const records = [...shown].flatMap(([resource, ids]) => ids.map((id) => [resource, String(id)] as const));
  const ids = await idsIn(
    scope,
    `select id from changes where account_id = $1 and (resource, record_id) in (select * from unnest($2::text[], $3::text[])) order by id`,
    [account, records.map(([resource]) => resource), records.map(([, id]) => id)],
  );
  return readAll(scope, auditEntry, ids, {});
}

/** That answers to repeated requests are kept about the exported records: what they say is what the records said then. */
async function storedAnswers(scope: ReadScope, account: number, shown: ReadonlyMap<string, readonly RecordId[]>) {
  const answers = await responsesAbout(scope.database, account, shown);
  return answers.map((answer) => ({ ...answer, created_at: formatInstant(answer.created_at) }));
}

function tooMany(id: number): RequestError {
  return badRequest(`There is more of client ${id} than one answer holds: use the command client export.`);
}

/** The account of the client, and the client as a record. */
async function readClient(scope: ReadScope, id: number): Promise<{ account: number; record: string } | undefined> {
  const [record] = await readRecords(scope, client, [id], { fields: undefined, includes: {} });
  const [row] = await scope.database.read(
    { text: "select account_id from clients where account_id = any($1::bigint[]) and id = $2" },
    [`{${scope.caller.accounts.join(",")}}`, id],
  );
  return record === undefined || !row ? undefined : { account: Number(row[0]), record };
}

/** Whether the caller sees every record of a resource in full. */
function readsAll({ caller }: ReadScope, resource: Resource): boolean {
  const { readScopes } = resource;
  if (!mayAny(caller.scopes, withWriters(readScopes.filter((scope) => scope !== "public")))) return false;
  return viewOf(resource, caller.scopes, undefined).others === undefined;
}

const isWhole = (resource: Resource, scope: Scope): boolean =>
  scope !== "public" && viewOf(resource, new Set([scope]), undefined).others === undefined;

async function idsIn(scope: ReadScope, text: string, values: readonly unknown[]): Promise<RecordId[]> {
  const rows = await scope.database.read({ text }, values);
  return rows.flatMap(([id]) => (id === null || id === undefined ? [] : [id]));
}

async function readAll(
  scope: ReadScope,
  resource: Resource,
  ids: readonly RecordId[],
  includes: Includes,
): Promise<string[]> {
  const records: string[] = [];
  for (let from = 0; from < ids.length; from += batch) {
    const some = ids.slice(from, from + batch);
    records.push(...(await readRecords(scope, resource, some, { fields: undefined, includes })));
  }
  return records;
}
