import { gathered } from "../../database/gathered.ts";
import { Transaction } from "../../database/transaction.ts";
import type { RecordId } from "../key.ts";
import type { Resource } from "../resource.ts";
import { MoreLinks } from "./more-links.ts";
import type { ReadQuery } from "./query.ts";
import { readRecords, readRecordsById } from "./read.ts";
import type { ReadScope } from "./read-scope.ts";

/** What is read of a record, for whom. */
interface AskedRecord {
  readonly scope: ReadScope;
  readonly resource: Resource;
  readonly id: RecordId;
  readonly query: ReadQuery & { readonly moreLinks: MoreLinks };
}

/**
 * Reads one record by its id; undefined when it is unknown or foreign. The members of a group (`group-commit.ts`) read theirs in one statement,
 * where none embeds others.
 */
export async function readRecord(
  scope: ReadScope,
  resource: Resource,
  id: RecordId,
  query: AskedRecord["query"],
): Promise<string | undefined> {
  const { database } = scope;
  if (database instanceof Transaction && database.group && Object.keys(query.includes).length === 0)
    return readTogether(database, { scope, resource, id, query });
  return (await readRecords(scope, resource, [id], query))[0];
}

const readTogether = gathered(async (transaction, asked: readonly [AskedRecord, ...AskedRecord[]]) => {
  const records = new Map<AskedRecord, string | undefined>();
  const alike = [...Map.groupBy(asked, form).values()].map(async (some) => {
    const [first] = some;
    if (!first) return;
    const moreLinks = new MoreLinks();
    const ids = some.map(({ id }) => id);
    const scope = { ...first.scope, database: transaction };
    const found = await readRecordsById(scope, first.resource, ids, { ...first.query, moreLinks });
    for (const one of some) {
      records.set(one, found.get(String(one.id)));
      one.query.moreLinks.noteFrom(moreLinks, one.resource, String(one.id));
    }
  });
  await Promise.all(alike);
  return (question) => records.get(question);
});

/** The same for those that one statement reads: they are shown the same of the same resource. */
function form({ scope: { caller }, resource, query: { fields, empty } }: AskedRecord): string {
  const { accounts, application, user, ofAccount, publishedOnly, scopes } = caller;
  return JSON.stringify([
    resource.name,
    accounts,
    application,
    user,
    ofAccount,
    publishedOnly,
    [...scopes],
    [...(fields ?? ["*"])],
    empty,
  ]);
}
