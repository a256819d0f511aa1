import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { personalAttributes } from "../../../kernel/write/personal-data.ts";
import type { ErasedRecords } from "../../stays/clients/guest-data.ts";
import { eraseChanges } from "../events/erase-changes.ts";

/** Erases personal attributes from records' history (events.md, The change). Call it last. The erasure itself is recorded without values. */
export async function eraseHistoryOf(context: AccountTransaction, records: readonly ErasedRecords[]): Promise<void> {
  for (const { resource, ids, additional = [] } of records) {
    const personal = personalAttributes(resource).map(([name]) => name);
    await eraseChanges(context, { resource: resource.name, ids, attributes: [...personal, ...additional] });
  }
}
