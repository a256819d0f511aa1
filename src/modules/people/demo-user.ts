import { assignRentals } from "./assigned-rentals.ts";
import { createUser } from "./create-user.ts";
import type { Transaction } from "../../database/transaction.ts";
import { generatePassword } from "./password.ts";
import { setPassword } from "./set-password.ts";

/** What the first start prints, once: only a digest of the password is kept. */
export interface DemoUser {
  readonly email: string;
  readonly password: string;
}

/** Who works in the demo besides its owner: one of each other role. */
export const demoColleagues = [
  { email: "manager@example.com", name: "Claire Aubanel", role: "manager" },
  { email: "cleaner@example.com", name: "Mireille Bonnard", role: "cleaner" },
] as const;

/** Rentals of each account that its cleaner looks after: the first ones, where every demo has guests who come and go. */
const cleanedRentals = 6;

/** Lets the owner's colleagues work for the demo's accounts, with the owner's password. */
export async function createDemoColleagues(
  transaction: Transaction,
  accounts: readonly number[],
  { password }: DemoUser,
): Promise<void> {
  for (const colleague of demoColleagues) {
    for (const account of accounts) {
      const { id: user } = await createUser(transaction, { ...colleague, account });
      if (colleague.role !== "cleaner") continue;
      await transaction.enter([account]);
      const rentals = await transaction.rows<{ id: number }>(
        "select id from rentals where account_id = $1 order by id limit $2",
        [account, cleanedRentals],
      );
      await assignRentals(
        transaction,
        { account, user },
        rentals.map(({ id }) => id),
      );
    }
    await setPassword(transaction, colleague.email, password);
  }
}

/** Makes the person who owns the demo's accounts, with a password that nobody else's demo has. */
export async function createDemoUser(transaction: Transaction, accounts: readonly number[]): Promise<DemoUser> {
  const email = "demo@example.com";
  for (const account of accounts) {
    await createUser(transaction, { email, name: "Demo Owner", account, role: "owner" });
  }
  const password = generatePassword();
  await setPassword(transaction, email, password);
  return { email, password };
}
