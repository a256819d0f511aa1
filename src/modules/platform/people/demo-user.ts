import type { Transaction } from "../../../database/sql/transaction.ts";
import { assignRentals } from "./assigned-rentals.ts";
import { createUser } from "./create-user.ts";
import { generatePassword } from "./passwords/password.ts";
import { setFirstPassword } from "./passwords/set-password.ts";

/** The demo owner's credentials. Shown once: only a digest of the password is stored. */
export interface DemoUser {
  readonly email: string;
  readonly password: string;
}

/** The owner of the demo's accounts. */
export const demoOwner = { email: "demo@example.com", name: "Demo Owner", role: "owner" } as const;

/** The demo's other members. */
export const demoColleagues = [
  { email: "manager@example.com", name: "Claire Aubanel", role: "manager" },
  { email: "cleaner@example.com", name: "Mireille Bonnard", role: "cleaner" },
] as const;

/** The number of each account's rentals assigned to its cleaner: the first ones, which always have guests in a demo. */
const cleanedRentals = 6;

/** Creates the people of the demo's accounts, without passwords until one can be shown (`issueDemoPassword`). */
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
 * Generates one password for all of the demo's people. The caller shows it.
 * @returns undefined if the owner already has a password
 */
export async function issueDemoPassword(transaction: Transaction): Promise<DemoUser | undefined> {
  const password = generatePassword();
  if (!(await setFirstPassword(transaction, demoOwner.email, password))) return undefined;
  for (const { email } of demoColleagues) await setFirstPassword(transaction, email, password);
  return { email: demoOwner.email, password };
}
