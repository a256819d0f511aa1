import { badRequest, notFound } from "../../kernel/errors.ts";
import { readRecords } from "../../kernel/read/read.ts";
import type { ReadScope } from "../../kernel/read/read-scope.ts";
import { viewOf } from "../../kernel/read/view.ts";
import type { Resource } from "../../kernel/resource.ts";
import { mayAny, type Scope, withWriters } from "../../kernel/scopes.ts";
import { client } from "../clients/client.ts";
import { type ExportedPart, exportedParts } from "./exported-parts.ts";

/** How many records are read at once. */
const batch = 200;

/** A part that the caller may not read as a whole, and the scopes with which it could. */
interface LeftOut {
  readonly part: string;
  readonly scopes: readonly Scope[];
}

/**
 * Everything that is held about one client, as JSON text: the client as it is read everywhere, with what else there is of it in members
 * of their own. What the caller may not read as a whole is named in `left_out`.
 * @param scope reads within one snapshot
 * @param most records of one part; absent: all that there are
 * @throws RequestError 404 without the client, 400 when a part has more records
 */
export async function exportClient(scope: ReadScope, id: number, most?: number): Promise<string> {
  const [account, record] = await readClient(scope, id);
  const members: string[] = [];
  const leftOut: LeftOut[] = [];
  for (const part of exportedParts) {
    const { name, readScopes } = part.resource;
    if (!readsAll(scope, part.resource)) {
      leftOut.push({ part: name, scopes: readScopes.filter((readScope) => isWhole(part.resource, readScope)) });
      continue;
    }
    members.push(`"${name}":[${(await readPart(scope, part, { account, client: id, most })).join(",")}]`);
  }
  members.push(`"left_out":${JSON.stringify(leftOut)}`);
  return `${record.slice(0, -1)},${members.join(",")}}`;
}

/** The account of the client, and the client as a record. */
async function readClient(scope: ReadScope, id: number): Promise<[account: number, record: string]> {
  const [record] = await readRecords(scope, client, [id], { fields: undefined, includes: {} });
  const [row] = await scope.database.read(
    { text: "select account_id from clients where account_id = any($1::bigint[]) and id = $2" },
    [`{${scope.caller.accounts.join(",")}}`, id],
  );
  if (record === undefined || !row) throw notFound();
  return [Number(row[0]), record];
}

/** Whether the caller sees every record of a resource in full. */
function readsAll({ caller }: ReadScope, resource: Resource): boolean {
  const { readScopes } = resource;
  if (!mayAny(caller.scopes, withWriters(readScopes.filter((scope) => scope !== "public")))) return false;
  return viewOf(resource, caller.scopes, undefined).others === undefined;
}

const isWhole = (resource: Resource, scope: Scope): boolean =>
  scope !== "public" && viewOf(resource, new Set([scope]), undefined).others === undefined;

async function readPart(
  scope: ReadScope,
  { resource, includes, ids: statement }: ExportedPart,
  asked: { readonly account: number; readonly client: number; readonly most: number | undefined },
): Promise<string[]> {
  const rows = await scope.database.read({ text: statement }, [asked.account, asked.client]);
  if (asked.most !== undefined && rows.length > asked.most) {
    throw badRequest(
      `The client has ${rows.length} ${resource.name}, and one answer holds ${asked.most}: use the command client export.`,
    );
  }
  const ids = rows.flatMap(([id]) => resource.key.parse(id ?? "") ?? []);
  const records: string[] = [];
  for (let from = 0; from < ids.length; from += batch)
    records.push(
      ...(await readRecords(scope, resource, ids.slice(from, from + batch), { fields: undefined, includes })),
    );
  return records;
}
