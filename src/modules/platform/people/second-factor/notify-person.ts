import type { Transaction } from "../../../../database/sql/transaction.ts";
import { queueMail } from "../../mails/queue-mail.ts";
import { secondFactorChanged } from "../../mails/templates/second-factor-changed.ts";

/** Mails a person that their second factor was enabled or disabled. One of their accounts sends the mail. */
export async function notifyOfSecondFactor(
  transaction: Transaction,
  user: number,
  became: "on" | "off",
): Promise<void> {
  const person = await transaction.row<{ email: string; fullname: string; locale: string | null; account_id: number }>(
    `select users.email, users.fullname, users.locale, memberships.account_id
     from users join memberships on memberships.user_id = users.id join accounts on accounts.id = memberships.account_id
     where users.id = $1 order by accounts.closed_at is not null, accounts.id limit 1`,
    [user],
  );
  if (!person) return;
  await transaction.enter([person.account_id]);
  await queueMail(
    { transaction, account: { id: person.account_id } },
    {
      to: { address: person.email, name: person.fullname },
      template: secondFactorChanged,
      locale: person.locale ?? "en",
      values: { name: person.fullname, became },
    },
  );
}
