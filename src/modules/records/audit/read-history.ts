import { notFound } from "../../../kernel/errors.ts";
import type { RecordId } from "../../../kernel/key.ts";
import { cursorAfter } from "../../../kernel/read/filter/cursor.ts";
import { assertKnown, listQuery } from "../../../kernel/read/query.ts";
import { readPage } from "../../../kernel/read/read.ts";
import type { Resource } from "../../../kernel/resource.ts";
import type { ReadAnswer, ReadContext, ReadRequest } from "../../../kernel/route.ts";
import { publishForCaller } from "../events/publish-all.ts";
import { auditEntry } from "./audit-entry.ts";

/** The list parameters that a history accepts. */
export const historyParameters = ["page", "per_page", "after"] as const;

/**
 * Returns the history of one or several records, oldest first, including deleted ones.
 * @throws RequestError 400; 404 when the single requested record is not the caller's
 */
export async function readHistory(
  context: ReadContext,
  resource: Resource,
  { ids = [], parameters }: ReadRequest,
): Promise<ReadAnswer> {
  assertKnown(parameters, historyParameters);
  const ownedIds = await ownIds(context, resource, ids);
  if (ids.length === 1 && ownedIds.length === 0) throw notFound();
  await publishForCaller(context);
  const filter = new Map([...parameters, ["resource", resource.name], ["record_id", ownedIds.join(",")]]);
  const query = listQuery(context, auditEntry, filter);
  const { records, total, last } = await readPage(context, auditEntry, query);
  const { page, perPage } = query;
  const after = last && cursorAfter({ resource: auditEntry, ...query }, last);
  return { form: "page", records, page, perPage, total, ...(after === undefined ? {} : { after }) };
}

/** The ids that belong to the caller's accounts, including deleted records. */
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
