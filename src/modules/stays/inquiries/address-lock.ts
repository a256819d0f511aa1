import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** Of what the advisory lock is: together with the account and the address. */
const subject = "inquiries from";

/**
 * Holds e-mail addresses until the transaction ends: an inquiry is written from one, or whoever has it is forgotten. Without it a guest
 * could be forgotten at the moment at which an inquiry is stored, and the inquiry would stay.
 * @param hold "to write": with others who write; "to forget": alone
 */
export async function holdAddresses(
  { transaction, account }: AccountTransaction,
  emails: readonly string[],
  hold: "to write" | "to forget",
): Promise<void> {
  const keys = emails.map((email) => `${subject} ${account.id} ${email.toLowerCase()}`);
  const lock = hold === "to write" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  // In one order, so that two who hold several do not wait for each other.
  for (const key of [...new Set(keys)].toSorted())
    await transaction.run(`select ${lock}(hashtextextended($1, 0))`, [key]);
}
