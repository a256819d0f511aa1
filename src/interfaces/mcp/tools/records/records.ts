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

/** The read context of a tool call, in the call's account. @throws RpcError -32602 when the call names no account */
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

/** Reads some attributes of records by id. Unknown ids and those of other accounts are absent. */
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

/** Requires rentals to exist: a result without them would be wrong. @throws RpcError -32602 naming the missing ones */
export async function needRentals(scope: ReadScope, ids: readonly number[]): Promise<void> {
  const found = await recordsById(scope, rental, { ids, fields: [] });
  const missing = ids.filter((id) => !found.has(id));
  if (missing.length === 0) return;
  throw invalidParams(`Invalid params: rentals not found in this account: ${missing.join(", ")}.`);
}

/** Formats an amount that the API shows as a number as a decimal string. */
export function amountText(amount: unknown): string | null {
  return typeof amount === "number" ? formatHundredths(Math.round(amount * 100)) : null;
}

/** Reduces a translated text to one language: English, else the first one with text. */
export function oneText(translations: unknown): string | null {
  if (typeof translations === "string") return translations;
  if (typeof translations !== "object" || translations === null) return null;
  const texts = Object.entries(translations).filter(([, text]) => typeof text === "string" && text !== "");
  const [, chosen] = texts.find(([locale]) => locale === "en") ?? texts[0] ?? [];
  return typeof chosen === "string" ? chosen : null;
}

/** The objects in a record's list. */
export function objectsIn(list: unknown): Shown[] {
  const items: unknown[] = Array.isArray(list) ? list : [];
  return items.flatMap((item) => (typeof item === "object" && item !== null ? [{ ...item }] : []));
}
