import { randomBytes } from "node:crypto";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { StoredFile } from "../../../kernel/files/files.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import { endRecord } from "../../../kernel/write/end-record.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { endFiles, keepFile } from "../../platform/files/keep-file.ts";
import { checkLogo } from "../../platform/preferences/save-logo.ts";
import { bookingSite } from "./booking-site.ts";
import { queueDomainCheck } from "./domain/check-domain.ts";

const { domain: domainAttribute, logo: logoAttribute } = bookingSite.attributes;

const refusals = {
  booking_sites_once: { base: ["the account already has a booking site: change that one"] },
  booking_sites_address: { address: ["has already been taken"] },
};

/** Creates the account's site. @throws RequestError 422, also when it exists */
export async function createBookingSite(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const logo = checkedLogo(draft, errors);
  errors.throwIfAny();
  const columns = logo ? await keepLogo(context, logo) : {};
  const id = await mapConstraintErrors(insertRecord(context, draft, columns), refusals);
  if (draft.input(domainAttribute)) await queueDomainCheck(context, id);
  return id;
}

/** Changes the site. @throws RequestError 422 */
export async function updateBookingSite(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const logo = checkedLogo(draft, errors);
  errors.throwIfAny();
  const former = draft.sets(logoAttribute) ? await logoOf(context, id) : null;
  const columns = { ...(await logoColumns(context, draft, logo)), ...domainColumns(draft) };
  await mapConstraintErrors(updateRecord(context, id, draft, columns), refusals);
  if (former !== null) await endFiles(context, [former]);
  if (draft.changes(domainAttribute) && draft.input(domainAttribute)) await queueDomainCheck(context, id);
}

async function logoColumns(
  context: WriteContext,
  draft: Draft,
  logo: StoredFile | null | undefined,
): Promise<ServerSetColumns> {
  if (!draft.sets(logoAttribute)) return {};
  return logo ? keepLogo(context, logo) : { logo_file_id: null, logo_token: null };
}

/** Another name must be proven again. */
const domainColumns = (draft: Draft): ServerSetColumns =>
  draft.changes(domainAttribute)
    ? { domain_state: "unchecked", domain_state_since: null, domain_checked_at: null }
    : {};

/** Deletes the site with its logo. */
export async function destroyBookingSite(context: WriteContext, id: number): Promise<void> {
  const logo = await logoOf(context, id);
  await endRecord(context, bookingSite, id);
  if (logo !== null) await endFiles(context, [logo]);
}

async function logoOf({ transaction, account }: WriteContext, id: number): Promise<number | null> {
  const row = await transaction.row<{ logo_file_id: number | null }>(
    "select logo_file_id from booking_sites where account_id = $1 and id = $2",
    [account.id, id],
  );
  return row?.logo_file_id ?? null;
}

function checkedLogo(draft: Draft, errors: ValidationErrors): StoredFile | null | undefined {
  const logo = draft.input(logoAttribute);
  if (logo) checkLogo(logo, errors);
  return logo;
}

/** Guests see the logo, so its file is public. */
async function keepLogo(context: WriteContext, { id }: StoredFile): Promise<ServerSetColumns> {
  const token = randomBytes(16).toString("base64url");
  await keepFile(context, id, token);
  return { logo_file_id: id, logo_token: token };
}
