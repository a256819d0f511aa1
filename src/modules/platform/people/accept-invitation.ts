import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Role } from "../access/roles.ts";
import { assignRentals } from "./assigned-rentals.ts";
import { createUser, type User } from "./create-user.ts";
import { isOpen } from "./invitations.ts";
import type { KnownPerson } from "./passwords/password.ts";
import { digestOfToken } from "./passwords/secret-link.ts";
import { setPassword } from "./passwords/set-password.ts";

/** A new person's input. */
export interface Newcomer {
  readonly name: string;
  readonly password: string;
  /** Their browser's language, which becomes their locale. */
  readonly language: string;
}

/**
 * Accepts an invitation for a person without a password. The link proves that the address is theirs.
 * @returns undefined if the link is no longer valid
 * @throws AlreadyKnown if a person with this address has a password by now
 * @throws RequestError 422 for an invalid name or password; the link stays valid
 */
export async function acceptAsNewcomer(
  transaction: Transaction,
  token: string,
  newcomer: Newcomer,
): Promise<KnownPerson | undefined> {
  const invited = await take(transaction, token);
  if (!invited) return undefined;
  const user = await join(transaction, invited, newcomer.name);
  const free = await transaction.row<{ id: number }>(
    "update users set locale = $2 where id = $1 and password_digest is null returning id",
    [user.id, newcomer.language],
  );
  if (!free) throw new AlreadyKnown();
  return setPassword(transaction, user.email, newcomer.password);
}

/** A person with the invited address has a password by now and must sign in. */
export class AlreadyKnown extends Error {}

/**
 * Accepts an invitation for a signed-in person, whose address must match.
 * @returns false if the link is no longer valid or is for another address
 * @throws RequestError 422 if they are already a member of the account
 */
export async function acceptAsPerson(
  transaction: Transaction,
  token: string,
  person: { readonly email: string; readonly fullname: string },
): Promise<boolean> {
  const invited = await take(transaction, token, person.email);
  if (!invited) return false;
  await join(transaction, invited, person.fullname);
  return true;
}

type Invited = { account_id: number; email: string; role: Role; rental_ids: number[] };

/**
 * Uses up an open invitation; of two concurrent attempts, one succeeds. A separate query checks whether it is open, because a cluster
 * cannot update a coordinator's table by a condition on reference tables.
 */
async function take(transaction: Transaction, token: string, email?: string): Promise<Invited | undefined> {
  const digest = digestOfToken(token);
  if (!digest) return undefined;
  const open = await transaction.row<{ id: number }>(
    `select id from invitations where digest = $1 and ($2::text is null or lower(email) = lower($2)) and ${isOpen}`,
    [digest, email ?? null],
  );
  if (!open) return undefined;
  return transaction.row<Invited>(
    `update invitations set accepted_at = statement_timestamp()
     where digest = $1 and id = $2 and accepted_at is null and withdrawn_at is null
     returning account_id, email, role, rental_ids`,
    [digest, open.id],
  );
}

async function join(transaction: Transaction, invited: Invited, name: string): Promise<User> {
  const { account_id: account, email, role, rental_ids: rentals } = invited;
  const user = await createUser(transaction, { account, email, name, role });
  await transaction.enter([account]);
  // Skips rentals that were deleted since the invitation.
  const existing = await transaction.rows<{ id: number }>(
    "select id from rentals where account_id = $1 and id = any ($2::bigint[]) and deleted_at is null",
    [account, rentals],
  );
  await assignRentals(
    transaction,
    { account, user: user.id },
    existing.map(({ id }) => id),
  );
  return user;
}
