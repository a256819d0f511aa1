import { badRequest, notFound } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { cursorAfter } from "../../../kernel/read/filter/cursor.ts";
import { listQuery } from "../../../kernel/read/query.ts";
import { readPage } from "../../../kernel/read/read.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { publishForCaller } from "../events/publish-all.ts";
import { auditEntry } from "./audit-entry.ts";

/** What a history takes of the list's parameters. */
export const historyParameters = ["page", "per_page", "after"] as const;

/**
 * Answers what happened to one record, or to several, the oldest first: also to one that is deleted.
 * @throws RequestError 400, and 404 when the only one asked for is not the caller's
 */
export async function readHistory(
  context: ReadContext,
  resource: Resource,
  { ids = [], parameters }: ReadRequest,
): Promise<ReadAnswer> {
  for (const name of parameters.keys())
    if (!historyParameters.some((known) => known === name))
      throw badRequest(`The parameter ${name} is not known here; known are: ${historyParameters.join(", ")}.`);
  const seen = await ownIds(context, resource, ids);
  if (ids.length === 1 && seen.length === 0) throw notFound();
  await publishForCaller(context);
  const asked = new Map([...parameters, ["resource", resource.name], ["record_id", seen.join(",")]]);
  const query = listQuery(context, auditEntry, asked);
  const { records, total, last } = await readPage(context, auditEntry, query);
  const { page, perPage } = query;
  const after = last && cursorAfter({ resource: auditEntry, ...query }, last);
  return { form: "page", records, page, perPage, total, ...(after === undefined ? {} : { after }) };
}

/** Those of the ids that are of records of the caller's accounts, live or not. */
async function ownIds({ database, caller }: ReadContext, resource: Resource, ids: readonly RecordId[]) {
  if (caller.publishedOnly) return [];
  const rows = await database.read(
    {
      text: `select id from ${resource.table} where account_id = any($1::bigint[]) and id = any($2::${resource.key.sqlType}[]) order by id`,
    },
    [`{${caller.accounts.join(",")}}`, `{${ids.join(",")}}`],
  );
  return rows.map(([id]) => String(id));
}
