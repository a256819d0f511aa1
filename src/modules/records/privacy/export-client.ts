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
import { inquiry } from "../../stays/inquiries/inquiry.ts";
import { auditEntry } from "../audit/audit-entry.ts";
import { publishForCaller } from "../events/publish-all.ts";
import { exportedParts } from "./exported-parts.ts";

/** Records read at a time. */
const batchSize = 200;

/** A part that the caller can't read in full, and the scopes that would; none if only the account's own people can. */
interface LeftOut {
  readonly part: string;
  readonly scopes: readonly Scope[];
}

/** A client's exported data, and the number of related records. */
export interface ExportedClient {
  readonly json: string;
  readonly records: number;
}

/** Runs before `exportClient`, outside its snapshot: publishes pending changes for the history. */
export const prepareExport = (scope: ReadScope<AccountScope>): Promise<void> => publishForCaller(scope);

/**
 * Everything that Roost holds about a client: the client's record with its related records as members.
 * Parts that the caller can't read in full are listed in `left_out`.
 * @param scope reads in one snapshot
 * @param maxRecords related records at most; undefined for all
 * @returns undefined for an unknown client @throws RequestError 400 if there are more records
 */
export async function exportClient(
  scope: ReadScope,
  id: number,
  maxRecords?: number,
): Promise<ExportedClient | undefined> {
  const found = await readClient(scope, id);
  if (!found) return undefined;
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
    const ids = await idsIn(scope, statement, [found.account, id]);
    records += ids.length;
    // The caller sees only some of these. Do not reveal the others, or stored responses about them.
    if (resource.visible !== undefined && !scope.caller.ofAccount) leftOut.push({ part: name, scopes: [] });
    else shown.set(name, ids);
    if (maxRecords !== undefined && records > maxRecords) throw tooMany(id);
    members.push(`"${name}":[${(await readAll(scope, resource, ids, includes)).join(",")}]`);
  }
  if (readsAll(scope, booking)) {
    const about = { account: found.account, client: id, inquiries: shown.get(inquiry.name) ?? [] };
    const mails = await mailsAbout(scope.database, about, maxRecords);
    records += mails.length;
    if (maxRecords !== undefined && records > maxRecords) throw tooMany(id);
    members.push(`"mails":[${mails.join(",")}]`);
  } else leftOut.push({ part: "mails", scopes: booking.readScopes.filter((readScope) => isWhole(booking, readScope)) });
  const history = await historyOf(scope, found.account, shown);
  if (history === undefined) leftOut.push({ part: historyPart, scopes: auditEntry.readScopes });
  else {
    records += history.length;
    if (maxRecords !== undefined && records > maxRecords) throw tooMany(id);
    members.push(`"${historyPart}":[${history.join(",")}]`);
  }
  members.push(`"stored_answers":${JSON.stringify(await storedAnswers(scope, found.account, shown))}`);
  members.push(`"left_out":${JSON.stringify(leftOut)}`);
  return { json: `${found.record.slice(0, -1)},${members.join(",")}}`, records };
}

/** The member with the changes of the exported records. */
const historyPart = "history";

/** The changes of the exported records, in order; undefined if the caller can't read the audit. */
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

/** The stored responses about the exported records, without their bodies, which repeat the records. */
async function storedAnswers(scope: ReadScope, account: number, shown: ReadonlyMap<string, readonly RecordId[]>) {
  const answers = await responsesAbout(scope.database, account, shown);
  return answers.map((answer) => ({ ...answer, created_at: formatInstant(answer.created_at) }));
}

function tooMany(id: number): RequestError {
  return badRequest(`Client ${id} has too many records for one response. Use the command roost client export.`);
}

/** The client's account and record. */
async function readClient(scope: ReadScope, id: number): Promise<{ account: number; record: string } | undefined> {
  const [record] = await readRecords(scope, client, [id], { fields: undefined, includes: {} });
  const [row] = await scope.database.read(
    { text: "select account_id from clients where account_id = any($1::bigint[]) and id = $2" },
    [`{${scope.caller.accounts.join(",")}}`, id],
  );
  return record === undefined || !row ? undefined : { account: Number(row[0]), record };
}

/** Whether the caller sees all records of a resource in full. */
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
  for (let from = 0; from < ids.length; from += batchSize) {
    const page = ids.slice(from, from + batchSize);
    records.push(...(await readRecords(scope, resource, page, { fields: undefined, includes })));
  }
  return records;
}
