import type { WriteContext } from "../../../kernel/write/context.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import type { ErasedRecords } from "../../stays/clients/guest-data.ts";
import { eraseChanges } from "../events/erase-changes.ts";

/**
 * Erases what the history of records says of a person (events.md, The change), at the end of the transaction that has erased it in the
 * records themselves. That it was erased is a change, without what was erased.
 */
export async function eraseHistoryOf(context: WriteContext, records: readonly ErasedRecords[]): Promise<void> {
  for (const { resource, ids, besides = [] } of records) {
    const personal = personalAttributes(resource).map(([name]) => name);
    await eraseChanges(context, { resource: resource.name, ids, attributes: [...personal, ...besides] });
  }
}
