import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import type { Role } from "../access/roles.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { invitation } from "../mails/templates/invitation.ts";
import { knownRentals } from "./assigned-rentals.ts";
import { makeSecretLink } from "./passwords/secret-link.ts";
import { personAddress } from "./person-address.ts";

/** Somebody who is to work for an account. */
export interface NewInvitation {
  readonly account: number;
  readonly email: string;
  readonly role: Role;
  /** The rentals that will be theirs to look after; none unless told. */
  readonly rentals?: readonly number[] | undefined;
  /** The owner who invites; undefined for an administrator. */
  readonly inviter?: { readonly id: number; readonly name: string } | undefined;
}

/** Invitations that an account has open at most. */
const mostOpen = 100;

/**
 * Invites somebody by mail to work for an account. The link is good once, for seven days, and only while its inviter is an owner there; a
 * new invitation of the same address withdraws the one before.
 * @param transaction of any scope: it goes on in that of the account
 * @throws RequestError 422 with every problem at once
 */
export async function inviteUser(transaction: Transaction, secrets: Secrets, wanted: NewInvitation): Promise<number> {
  const email = wanted.email.trim();
  const locale = await check(transaction, wanted, email);
  await transaction.enter([wanted.account]);
  const rentals = await knownRentals(transaction, wanted.account, wanted.rentals ?? []);
  const { token, digest } = makeSecretLink();
  await transaction.run(
    `update invitations set withdrawn_at = clock_timestamp()
     where account_id = $1 and lower(email) = lower($2) and accepted_at is null and withdrawn_at is null`,
    [wanted.account, email],
  );
  const row = await transaction.row<{ id: number }>(
    `insert into invitations (account_id, digest, email, role, invited_by_user_id, rental_ids, expires_at)
     values ($1, $2, $3, $4, $5, $6, statement_timestamp() + interval '7 days') returning id`,
    [wanted.account, digest, email, wanted.role, wanted.inviter?.id ?? null, rentals],
  );
  if (!row) throw new Error("The insert into invitations answered no id.");
  await queueMail(
    { transaction, account: { id: wanted.account } },
    {
      to: { address: email },
      template: invitation,
      locale,
      values: { inviter: wanted.inviter?.name ?? null, role: wanted.role },
      link: { path: `/invitations/${token}`, secrets },
    },
  );
  return row.id;
}

/** @returns the locale of whom is invited, or else of the account */
async function check(transaction: Transaction, { account }: NewInvitation, email: string): Promise<string> {
  const errors = new ValidationErrors();
  const checked = personAddress.accept(email);
  if ("problem" in checked) errors.add("email", checked.problem);
  // Locked: two who invite at once take turns, and the bound holds.
  const found = await transaction.row<{ default_locale: string; closed: boolean }>(
    "select default_locale, closed_at is not null as closed from accounts where id = $1 for no key update",
    [account],
  );
  if (!found) errors.add("account", `${account} does not exist`);
  if (found?.closed) errors.add("account", "is closed");
  errors.throwIfAny();
  const known = await transaction.row<{ locale: string | null; works: boolean; open: number }>(
    `select (select locale from users where lower(email) = lower($2)) as locale,
       exists (select from memberships join users on users.id = memberships.user_id
         where memberships.account_id = $1 and lower(users.email) = lower($2)) as works,
       (select count(*) from invitations where account_id = $1 and accepted_at is null and withdrawn_at is null
         and expires_at > statement_timestamp()) as open`,
    [account, email],
  );
  if (known?.works) errors.add("email", `${email} works for this account already`);
  if ((known?.open ?? 0) >= mostOpen) errors.add("base", `has ${mostOpen} open invitations already`);
  errors.throwIfAny();
  return known?.locale ?? found?.default_locale ?? "en";
}
