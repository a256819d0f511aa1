import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Secrets } from "../../../kernel/access/secrets.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import type { Role } from "../access/roles.ts";
import { queueMail } from "../mails/queue-mail.ts";
import { invitation } from "../mails/templates/invitation.ts";
import { checkRentals } from "./assigned-rentals.ts";
import { makeSecretLink } from "./passwords/secret-link.ts";
import { personAddress } from "./person-address.ts";

export interface NewInvitation {
  readonly account: number;
  readonly email: string;
  readonly role: Role;
  /** Rentals that will be assigned to the person; none by default. */
  readonly rentals?: readonly number[] | undefined;
  /** The inviting owner; undefined for an administrator. */
  readonly inviter?: { readonly id: number; readonly name: string } | undefined;
}

/** Limit for an account's open invitations. */
const maxOpen = 100;

/**
 * Invites a person by mail to an account. The link works once, for seven days, while its inviter is an owner. It replaces an earlier
 * invitation to the same address.
 * @param transaction of any scope; it then enters the account's
 * @throws RequestError 422 with every problem at once
 */
export async function inviteUser(transaction: Transaction, secrets: Secrets, input: NewInvitation): Promise<number> {
  const email = input.email.trim();
  const locale = await check(transaction, input, email);
  await transaction.enter([input.account]);
  const rentals = await checkRentals(transaction, input.account, input.rentals ?? []);
  const { token, digest } = makeSecretLink();
  await transaction.run(
    `update invitations set withdrawn_at = statement_timestamp()
     where account_id = $1 and lower(email) = lower($2) and accepted_at is null and withdrawn_at is null`,
    [input.account, email],
  );
  const row = await transaction.row<{ id: number }>(
    `insert into invitations (account_id, digest, email, role, invited_by_user_id, rental_ids, expires_at)
     values ($1, $2, $3, $4, $5, $6, statement_timestamp() + interval '7 days') returning id`,
    [input.account, digest, email, input.role, input.inviter?.id ?? null, rentals],
  );
  if (!row) throw new Error("The insert into invitations returned no id.");
  await queueMail(
    { transaction, account: { id: input.account } },
    {
      to: { address: email },
      template: invitation,
      locale,
      values: { inviter: input.inviter?.name ?? null, role: input.role },
      link: { path: `/invitations/${token}`, secrets },
    },
  );
  return row.id;
}

/** @returns the invited person's locale, or else the account's */
async function check(transaction: Transaction, { account }: NewInvitation, email: string): Promise<string> {
  const errors = new ValidationErrors();
  const checked = personAddress.accept(email);
  if ("problem" in checked) errors.add("email", checked.problem);
  // Serializes invitations of an account, so that the limit holds.
  const found = await transaction.row<{ default_locale: string; closed: boolean }>(
    "select default_locale, closed_at is not null as closed from accounts where id = $1 for no key update",
    [account],
  );
  if (!found) errors.add("account", `${account} does not exist`);
  if (found?.closed) errors.add("account", "is closed");
  errors.throwIfAny();
  const existing = await transaction.row<{ locale: string | null; works: boolean; open: number }>(
    `select (select locale from users where lower(email) = lower($2)) as locale,
       exists (select from memberships join users on users.id = memberships.user_id
         where memberships.account_id = $1 and lower(users.email) = lower($2)) as works,
       (select count(*) from invitations where account_id = $1 and accepted_at is null and withdrawn_at is null
         and expires_at > statement_timestamp()) as open`,
    [account, email],
  );
  if (existing?.works) errors.add("email", `${email} is already a member of this account`);
  if ((existing?.open ?? 0) >= maxOpen) errors.add("base", `has ${maxOpen} open invitations, the maximum`);
  errors.throwIfAny();
  return existing?.locale ?? found?.default_locale ?? "en";
}
