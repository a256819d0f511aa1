import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Role } from "../access/roles.ts";
import { assignRentals } from "./assigned-rentals.ts";
import { createUser, type User } from "./create-user.ts";
import { isOpen } from "./invitations.ts";
import type { KnownPerson } from "./passwords/password.ts";
import { digestOfToken } from "./passwords/secret-link.ts";
import { setPassword } from "./passwords/set-password.ts";

/** Somebody new, as they introduce themselves. */
export interface Newcomer {
  readonly name: string;
  readonly password: string;
  /** The language of their browser, in which they are written to. */
  readonly language: string;
}

/**
 * Lets somebody who has no password yet accept an invitation: the link proves that the address is theirs.
 * @returns undefined when the link is no good any more, or its address is somebody's who has a password
 * @throws RequestError 422 for a name or password that will not do: the link stays good
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

/** Meanwhile the address has become somebody's with a password: they sign in. */
export class AlreadyKnown extends Error {}

/**
 * Lets somebody who is signed in accept an invitation to their own address.
 * @returns false when the link is no good any more, or meant for another address
 * @throws RequestError 422 when they work for the account already
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
 * Uses the invitation up, if it is open: of two who try at once, one succeeds. Whether it is, is asked by itself, because a cluster changes
 * no row of the coordinator's by what every server knows.
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
    `update invitations set accepted_at = clock_timestamp()
     where digest = $1 and id = $2 and accepted_at is null and withdrawn_at is null
     returning account_id, email, role, rental_ids`,
    [digest, open.id],
  );
}

async function join(transaction: Transaction, invited: Invited, name: string): Promise<User> {
  const { account_id: account, email, role, rental_ids: wanted } = invited;
  const user = await createUser(transaction, { account, email, name, role });
  await transaction.enter([account]);
  // One that was deleted since is nobody's to look after.
  const still = await transaction.rows<{ id: number }>(
    "select id from rentals where account_id = $1 and id = any ($2::bigint[]) and deleted_at is null",
    [account, wanted],
  );
  await assignRentals(
    transaction,
    { account, user: user.id },
    still.map(({ id }) => id),
  );
  return user;
}
