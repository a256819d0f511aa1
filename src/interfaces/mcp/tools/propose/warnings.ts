import { formatDay } from "../../../../core/day.ts";
import type { ProposedAction } from "../../../../modules/records/proposals/proposal.ts";
import { needStayDay } from "../plain-arguments.ts";
import { readContextOf, type Shown } from "../records/records.ts";
import { readRules, reasonsIn, search } from "../search.ts";
import type { ToolCall } from "../tool.ts";

/** The largest party that a search accepts. */
const maxGuests = 100;

/** The reasons why a guest could not book a proposed stay. A person may approve it all the same. Call it once the dry run has passed. */
export async function warningsOf(call: ToolCall, action: ProposedAction): Promise<Shown[]> {
  if (action !== "book" && action !== "hold") return [];
  const { args } = call;
  // Children count as guests. Without adults, the search takes as many guests as the rental sleeps.
  const guests = Math.min(args.integer("adults", 0, 0) + args.integer("children", 0, 0), maxGuests);
  const query = new Map([
    ["start_at", formatDay(needStayDay(args, "arrival"))],
    ["end_at", formatDay(needStayDay(args, "departure"))],
    ...(guests > 0 ? [["adults", String(guests)] as const] : []),
    ["include_not_available", "true"],
    ["fields", "id,available,refusals"],
  ]);
  const { records } = await search(readContextOf(call), query, [args.integer("rental_id", 0, 1)]);
  const rules = await readRules(readContextOf(call), records);
  return records.flatMap((record) => reasonsIn(record, rules)).map(({ kind, words }) => ({ kind, words }));
}
