import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../../../database/connect/database.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { queueMail } from "../../mails/queue-mail.ts";
import { passwordReset } from "../../mails/templates/password-reset.ts";
import { makeSecretLink } from "./secret-link.ts";

/** Milliseconds that every request takes, whoever's address it names: more than the work of any. */
const span = 400;

/** Somebody who says to have forgotten their password. */
export interface ForgottenPassword {
  readonly email: string;
  /** Of the browser, for a person whose own is not known. */
  readonly language: string;
}

/**
 * Sends a link for a new password to whom the address belongs; to nobody when it is nobody's. How long it takes does not tell which: the mail
 * is sent later by a job, and the answer waits until a fixed time has passed.
 */
export async function askForReset(database: Database, secrets: Secrets, forgotten: ForgottenPassword): Promise<void> {
  const [asked] = await Promise.allSettled([
    database.transaction((transaction) => queueReset(transaction, secrets, forgotten)),
    wait(span),
  ]);
  if (asked.status === "rejected") throw asked.reason;
}

/** A person's mail goes out of one of the accounts that they work for: an open one, if there is one (docs/design/inbox.md). */
async function queueReset(transaction: Transaction, secrets: Secrets, { email, language }: ForgottenPassword) {
  const person = await transaction.row<{
    id: number;
    email: string;
    fullname: string;
    locale: string | null;
    account_id: number;
  }>(
    `select users.id, users.email, users.fullname, users.locale, memberships.account_id
     from users join memberships on memberships.user_id = users.id join accounts on accounts.id = memberships.account_id
     where lower(users.email) = lower($1) and users.disabled_at is null order by accounts.closed_at is not null, accounts.id limit 1`,
    [email.trim().replaceAll("\0", "\ufffd")],
  );
  if (!person) return;
  const { token, digest } = makeSecretLink();
  await transaction.run(
    "insert into password_resets (digest, user_id, expires_at) values ($1, $2, statement_timestamp() + interval '1 hour')",
    [digest, person.id],
  );
  await transaction.enter([person.account_id]);
  await queueMail(
    { transaction, account: { id: person.account_id } },
    {
      to: { address: person.email, name: person.fullname },
      template: passwordReset,
      locale: person.locale ?? language,
      values: { name: person.fullname },
      link: { path: `/password/reset/${token}`, secrets },
    },
  );
}
