import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { Outcome } from "../../../kernel/route.ts";
import type { ActionRequest } from "../../../kernel/write/actions.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecordAs, updateRecord } from "../../../kernel/write/store.ts";
import { cleaningLink } from "./cleaning-link.ts";
import { newSecret } from "./link-secret.ts";

const { expires_at: expiresAt } = cleaningLink.attributes;

/** Maximum links per account. Concurrent creations may exceed it slightly. */
const maxLinks = 200;

/** Creates a link and reveals its secret. @throws RequestError 422 */
export async function createCleaningLink(context: WriteContext, { draft, errors }: ActionRequest): Promise<Outcome> {
  const { transaction, account } = context;
  checkExpiry(context, draft, errors);
  const counted = await transaction.row<{ id: number; links: number }>(
    `select nextval(pg_get_serial_sequence('cleaning_links', 'id')) as id, count(*) as links
     from cleaning_links where account_id = $1 and deleted_at is null`,
    [account.id],
  );
  if (!counted) throw new Error("The sequence of cleaning_links returned no id.");
  if (counted.links >= maxLinks)
    errors.add("base", `the account already has ${maxLinks} links, the maximum: delete one first`);
  errors.throwIfAny();
  const { secret, digest } = newSecret(account.id, counted.id);
  await insertRecordAs(context, counted.id, draft, { secret_digest: digest });
  return { shows: cleaningLink, id: counted.id, reveals: { secret } };
}

/** Changes a link's name, rentals or expiry; keeps its address. @throws RequestError 422 */
export async function updateCleaningLink(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  checkExpiry(context, draft, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
}

function checkExpiry({ now }: WriteContext, draft: Draft, errors: ValidationErrors): void {
  const expires = draft.input(expiresAt);
  if (typeof expires === "number" && draft.changes(expiresAt) && expires <= now)
    errors.add("expires_at", "must be in the future");
}
