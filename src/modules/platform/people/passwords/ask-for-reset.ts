import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../../../database/connect/database.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import type { Secrets } from "../../../../kernel/access/secrets.ts";
import { queueMail } from "../../mails/queue-mail.ts";
import { passwordReset } from "../../mails/templates/password-reset.ts";
import { makeSecretLink } from "./secret-link.ts";

/** Fixed duration of every request: longer than its work takes. */
const durationMs = 400;

/** A request for a password reset. */
export interface ForgottenPassword {
  readonly email: string;
  /** The browser's language, for a person without a locale. */
  readonly language: string;
}

/**
 * Mails a password link if the address belongs to a person. The duration does not reveal whether it does: a job sends the mail, and the
 * response waits for a fixed time.
 */
export async function askForReset(database: Database, secrets: Secrets, forgotten: ForgottenPassword): Promise<void> {
  const [queued] = await Promise.allSettled([
    database.transaction((transaction) => queueReset(transaction, secrets, forgotten)),
    wait(durationMs),
  ]);
  if (queued.status === "rejected") throw queued.reason;
}

/** One of the person's accounts sends the mail, preferably an open one (docs/design/inbox.md). */
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
