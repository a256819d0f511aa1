import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** The prefix of the advisory lock's key, before account and address. */
const subject = "inquiries from";

/**
 * Locks e-mail addresses until the transaction ends, so that erasing a guest cannot miss an inquiry that is just being stored.
 * @param hold "to write" is shared with other writers; "to forget" is exclusive
 */
export async function lockAddresses(
  { transaction, account }: AccountTransaction,
  emails: readonly string[],
  hold: "to write" | "to forget",
): Promise<void> {
  const keys = emails.map((email) => `${subject} ${account.id} ${email.toLowerCase()}`);
  const lock = hold === "to write" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  // Lock in sorted order to avoid deadlocks.
  for (const key of [...new Set(keys)].toSorted())
    await transaction.run(`select ${lock}(hashtextextended($1, 0))`, [key]);
}
