import Type from "typebox";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { ValidationErrors } from "../../../kernel/errors.ts";
import { structureValue } from "../../../kernel/values/structure.ts";
import { problem } from "../../../kernel/values/value-type.ts";
import type { Role } from "../../platform/access/roles.ts";
import { defaultMails, kindsFor, type NoticeKind, noticeKinds, rolesFor } from "./notice-kinds.ts";

/** A member's notifications in one account. */
export interface NoticeChoices {
  readonly mail: readonly NoticeKind[];
  readonly push: readonly NoticeKind[];
  /** The hour of the daily digest in the account's time zone; null for none. */
  readonly digestHour: number | null;
}

/** A person's membership. */
export interface Member {
  readonly account: number;
  readonly user: number;
  readonly role: Role;
}

/** The role's kinds only: a role may have changed since the choice. */
export async function readChoices(transaction: Transaction, { account, user, role }: Member): Promise<NoticeChoices> {
  const row = await transaction.row<{ mail: string[]; push: string[]; digest_hour: number | null }>(
    "select mail, push, digest_hour from notification_choices where account_id = $1 and user_id = $2",
    [account, user],
  );
  const kinds = kindsFor(role);
  const chosen = (names: readonly string[] = []) => kinds.filter((kind) => names.includes(kind));
  return { mail: chosen(row?.mail ?? defaultMails), push: chosen(row?.push), digestHour: row?.digest_hour ?? null };
}

/** @throws RequestError 422 for a kind that the role may not receive */
export async function saveChoices(
  transaction: Transaction,
  { account, user, role }: Member,
  { mail, push, digestHour }: NoticeChoices,
): Promise<void> {
  const errors = new ValidationErrors();
  const kinds = kindsFor(role);
  const check = (field: string, chosen: readonly NoticeKind[]): void => {
    for (const kind of chosen)
      if (!kinds.includes(kind)) errors.add(field, `your role gets no notifications of ${kind}`);
  };
  check("mail", mail);
  check("push", push);
  if (digestHour !== null && !rolesFor("digest").includes(role)) errors.add("digest_hour", "your role has no digest");
  errors.throwIfAny();
  // The first digest follows at the next such hour, not at once for an hour that has passed.
  await transaction.run(
    `insert into notification_choices (account_id, user_id, mail, push, digest_hour, updated_at, digest_on)
     select $1, $2, $3, $4, $5::integer, statement_timestamp(), case when extract(hour from now() at time zone time_zone) >= $5 then (now() at time zone time_zone)::date end
     from accounts where id = $1
     on conflict (account_id, user_id) do update set mail = excluded.mail, push = excluded.push, digest_hour = excluded.digest_hour,
       digest_on = case when notification_choices.digest_hour is distinct from excluded.digest_hour
         then coalesce(notification_choices.digest_on, excluded.digest_on) else notification_choices.digest_on end,
       updated_at = excluded.updated_at returning account_id`,
    [account, user, [...mail], [...push], digestHour],
  );
}

const isKind = (candidate: unknown): candidate is NoticeKind => noticeKinds.some((kind) => kind === candidate);
const areKinds = (candidate: unknown): candidate is NoticeKind[] => Array.isArray(candidate) && candidate.every(isKind);

/** A list of kinds. */
export const kindsValue = structureValue<NoticeKind[]>({
  title: "Array",
  schema: Type.Array(Type.Enum([...noticeKinds])),
  accept: (input) =>
    areKinds(input) ? { value: [...new Set(input)] } : problem(`must be a list of: ${noticeKinds.join(", ")}`),
  isValue: areKinds,
});
