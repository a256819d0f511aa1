import type { Transaction } from "../../../database/sql/transaction.ts";
import { assignRentals } from "./assigned-rentals.ts";
import { createUser } from "./create-user.ts";
import { generatePassword } from "./passwords/password.ts";
import { setFirstPassword } from "./passwords/set-password.ts";

/** The demo's owner, as shown once: only a digest of the password is kept. */
export interface DemoUser {
  readonly email: string;
  readonly password: string;
}

/** Owns the demo's accounts. */
export const demoOwner = { email: "demo@example.com", name: "Demo Owner", role: "owner" } as const;

/** Who works in the demo besides its owner: one of each other role. */
export const demoColleagues = [
  { email: "manager@example.com", name: "Claire Aubanel", role: "manager" },
  { email: "cleaner@example.com", name: "Mireille Bonnard", role: "cleaner" },
] as const;

/** Rentals of each account that its cleaner looks after: the first ones, where every demo has guests who come and go. */
const cleanedRentals = 6;

/** Makes the people of the demo's accounts. They have no password before it can be shown (`issueDemoPassword`). */
export async function createDemoPeople(transaction: Transaction, accounts: readonly number[]): Promise<void> {
  for (const person of [demoOwner, ...demoColleagues]) {
    for (const account of accounts) {
      const { id: user } = await createUser(transaction, { ...person, account });
      if (person.role === "cleaner") await assignFirstRentals(transaction, { account, user });
    }
  }
}

async function assignFirstRentals(
  transaction: Transaction,
  cleaner: { readonly account: number; readonly user: number },
): Promise<void> {
  await transaction.enter([cleaner.account]);
  const rentals = await transaction.rows<{ id: number }>(
    "select id from rentals where account_id = $1 order by id limit $2",
    [cleaner.account, cleanedRentals],
  );
  await assignRentals(
    transaction,
    cleaner,
    rentals.map(({ id }) => id),
  );
}

/**
 * Gives the demo's people one password, which no other demo has. The caller shows it.
 * @returns undefined when the owner has a password: it was shown already, or somebody has chosen one
 */
export async function issueDemoPassword(transaction: Transaction): Promise<DemoUser | undefined> {
  const password = generatePassword();
  if (!(await setFirstPassword(transaction, demoOwner.email, password))) return undefined;
  for (const { email } of demoColleagues) await setFirstPassword(transaction, email, password);
  return { email: demoOwner.email, password };
}
