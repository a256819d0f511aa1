import { formatHundredths } from "../../../../core/hundredths.ts";
import type { RecordId } from "../../../../kernel/key.ts";
import { MoreLinks } from "../../../../kernel/read/more-links.ts";
import { readRecords } from "../../../../kernel/read/read.ts";
import type { ReadScope } from "../../../../kernel/read/visible/read-scope.ts";
import type { Resource } from "../../../../kernel/resource.ts";
import type { ReadContext } from "../../../../kernel/route.ts";
import { objectIn } from "../../../../kernel/values/built-json.ts";
import { rental } from "../../../../modules/property/rentals/rental.ts";
import { needAccount } from "../../active-account.ts";
import { agentCaller } from "../../caller.ts";
import { invalidParams } from "../../rpc/rpc-error.ts";
import type { ToolCall } from "../tool.ts";

/** A record as an agent sees it. */
export type Shown = Readonly<Record<string, unknown>>;

/** What the reads of a tool work with, in the account that its call is about. @throws RpcError -32602 when it names none */
export function readContextOf({ dependencies, token, account }: ToolCall): ReadContext {
  const { database, queries, cache, clock } = dependencies;
  const caller = agentCaller(needAccount(account, token), token);
  return {
    database: database.within(caller.accounts),
    queries,
    caller,
    cache,
    moreLinks: new MoreLinks(),
    now: clock(),
    // No tool waits.
    isStillAdmitted: () => Promise.resolve(true),
  };
}

/** Some attributes of records by their ids, through the same read as everywhere; unknown and foreign ones are absent. */
export async function recordsById(
  scope: ReadScope,
  resource: Resource,
  selection: {
    readonly ids: readonly RecordId[];
    readonly fields: readonly string[];
    readonly options?: ReadonlyMap<string, unknown>;
  },
): Promise<ReadonlyMap<number, Shown>> {
  const fields = new Set(["id", ...selection.fields]);
  const query = { fields, includes: {}, ...(selection.options ? { options: selection.options } : {}) };
  const texts = await readRecords(scope, resource, [...new Set(selection.ids)], query);
  return new Map(texts.map(objectIn).map((record) => [Number(record.id), record]));
}

/** Makes sure that rentals are there: an answer without them would be a wrong one. @throws RpcError -32602 naming the missing ones */
export async function needRentals(scope: ReadScope, ids: readonly number[]): Promise<void> {
  const found = await recordsById(scope, rental, { ids, fields: [] });
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw invalidParams(`Invalid params: there are no such rentals in the account: ${missing.join(", ")}.`);
}

/** An amount that the API shows as a number, as the decimal text that money is elsewhere. */
export function amountText(amount: unknown): string | null {
  return typeof amount === "number" ? formatHundredths(Math.round(amount * 100)) : null;
}

/** A text in several languages as one: English, else the first that there is. */
export function oneText(translations: unknown): string | null {
  if (typeof translations === "string") return translations;
  if (typeof translations !== "object" || translations === null) return null;
  const texts = Object.entries(translations).filter(([, text]) => typeof text === "string" && text !== "");
  const [, chosen] = texts.find(([locale]) => locale === "en") ?? texts[0] ?? [];
  return typeof chosen === "string" ? chosen : null;
}

/** The objects of a list in a record. */
export function objectsIn(list: unknown): Shown[] {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item) => (typeof item === "object" && item !== null ? [{ ...item }] : []));
}
