import type { RecordId } from "../../../kernel/key.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Erases receivers' responses to messages about records, by resource name: they may repeat the records' data. */
export async function eraseReceivedAnswers(
  { transaction, account }: AccountTransaction,
  records: ReadonlyMap<string, readonly RecordId[]>,
): Promise<void> {
  const named = [...records].flatMap(([resource, ids]) => ids.map((id) => ({ resource, record: String(id) })));
  if (named.length === 0) return;
  await transaction.run(
    `update webhook_deliveries set answer = null
     from webhook_messages as message, jsonb_to_recordset($2::jsonb) as erased (resource text, record text)
     where webhook_deliveries.account_id = $1 and message.account_id = $1 and message.id = webhook_deliveries.message_id
       and message.resource = erased.resource and message.record_id = erased.record and webhook_deliveries.answer is not null`,
    [account.id, JSON.stringify(named)],
  );
}
