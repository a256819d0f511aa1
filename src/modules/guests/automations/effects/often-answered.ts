import type { DueAction, EffectContext } from "./effect.ts";

/** The maximum answers of a rule to one address within a day, because inquirers can enter another person's address. */
const maxAnswers = 3;

/** Whether a rule has answered an inquiry's address often enough around the day on which the action is due. */
export async function isOftenAnswered(
  { transaction, account }: EffectContext,
  { id, rule }: DueAction,
  address: string,
): Promise<boolean> {
  // Two inquiries at once would not see each other's answer.
  await transaction.run(
    "select pg_advisory_xact_lock(hashtextextended('answers ' || $1::bigint || ' ' || email_key($2), 0))",
    [account.id, address],
  );
  const row = await transaction.row<{ answers: number }>(
    `select count(*)::integer as answers
     from scheduled_actions as own
     join scheduled_actions as others on others.account_id = $1 and others.automation_id = $3 and others.state = 'sent'
       and others.due_at between own.due_at - interval '1 day' and own.due_at + interval '1 day'
     join inquiries on inquiries.account_id = $1 and inquiries.id = others.inquiry_id and email_key(inquiries.email) = email_key($4)
     where own.account_id = $1 and own.id = $2`,
    [account.id, id, rule, address],
  );
  return (row?.answers ?? 0) >= maxAnswers;
}
