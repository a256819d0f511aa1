import type { RecordId } from "../../../kernel/key.ts";
import type { ResourceRegistry } from "../../../kernel/registry.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";
import { eraseResponses } from "../../platform/access/idempotency-store.ts";
import type { ErasedRecords } from "../../stays/clients/guest-data.ts";
import { eraseReceivedAnswers } from "../webhooks/erase-answers.ts";

/** An account's transaction that erases, with the resources that show what it erases. */
export interface Erasing extends AccountTransaction {
  readonly registry: ResourceRegistry;
}

/** Erases records from stored idempotent responses and from webhook receivers' answers, under every resource that shows them. */
export async function eraseAnswersAbout(
  { transaction, account, registry }: Erasing,
  records: readonly ErasedRecords[],
): Promise<void> {
  const byName = new Map<string, readonly RecordId[]>();
  for (const { resource, ids } of records) {
    const shownAs = registry.all().filter(({ table }) => table === resource.table);
    for (const { name } of shownAs) byName.set(name, [...(byName.get(name) ?? []), ...ids]);
  }
  await eraseResponses(transaction, account.id, byName);
  await eraseReceivedAnswers({ transaction, account }, byName);
}
