import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecordAs, updateRecord } from "../../../kernel/write/store.ts";
import { cleaningLink } from "./cleaning-link.ts";
import { newSecret } from "./link-secret.ts";

const { expires_at: expiresAt } = cleaningLink.attributes;

/** Links of an account. Of two that are made at one moment, both may be the last one that there is room for. */
const mostLinks = 200;

/** Makes a link, and reveals its secret. @throws RequestError 422 */
export async function createCleaningLink(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  const { transaction, account } = context;
  checkEnd(context, draft, errors);
  const counted = await transaction.row<{ id: number; links: number }>(
    `select nextval(pg_get_serial_sequence('cleaning_links', 'id')) as id, count(*) as links
     from cleaning_links where account_id = $1 and deleted_at is null`,
    [account.id],
  );
  if (!counted) throw new Error("The sequence of cleaning_links answered no id.");
  if (counted.links >= mostLinks) errors.add("base", `the account has ${mostLinks} links already, which is the most`);
  errors.throwIfAny();
  const { secret, digest } = newSecret(account.id, counted.id);
  await insertRecordAs(context, counted.id, draft, { secret_digest: digest });
  return { shows: cleaningLink, id: counted.id, reveals: { secret } };
}

/** Changes whom a link is for, its rentals or its end; the address stays. @throws RequestError 422 */
export async function updateCleaningLink(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  checkEnd(context, draft, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
}

function checkEnd({ now }: WriteContext, draft: Draft, errors: ValidationErrors): void {
  const end = draft.given(expiresAt);
  if (typeof end === "number" && draft.changes(expiresAt) && end <= now)
    errors.add("expires_at", "must be in the future");
}
