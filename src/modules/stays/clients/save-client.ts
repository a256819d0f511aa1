import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { checkDetails } from "./check-details.ts";
import { client } from "./client.ts";
import { checkName, nameColumns } from "./client-name.ts";
import { addressGroup, emailGroup, phoneGroup } from "./detail-groups.ts";
import { replacedDetails } from "./details.ts";

const groups = [addressGroup, emailGroup, phoneGroup];

/** Checks a client and each element of its lists. */
export const checkClient: Check = (draft, errors, { account }) => {
  checkName(draft, errors);
  const locale = draft.input(client.attributes.preferred_locale);
  if (locale && !account.selectedLocales.includes(locale)) {
    errors.add("preferred_locale", `must be one of the account's locales: ${account.selectedLocales.join(", ")}`);
  }
  for (const group of groups) checkDetails(group, draft.input(client.attributes[group.name]) ?? [], errors);
};

/** Creates a client. Allocates its id first, because its list elements refer to it. */
export async function createClient(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  errors.throwIfAny();
  const row = await context.transaction.row<{ id: number }>(
    "select nextval(pg_get_serial_sequence('clients', 'id')) as id",
  );
  if (!row) throw new Error("The sequence of clients returned no id.");
  return insertRecord(context, draft, {
    id: row.id,
    ...nameColumns(draft),
    ...(await detailColumns(context, row.id, draft)),
  });
}

export async function updateClient(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  await updateRecord(context, id, draft, { ...nameColumns(draft), ...(await detailColumns(context, id, draft)) });
}

/** Returns the written groups as JSON. */
async function detailColumns(context: WriteContext, id: number, draft: Draft): Promise<ServerSetColumns> {
  const columns: Record<string, string> = {};
  for (const group of groups) {
    const attribute = client.attributes[group.name];
    const elements = draft.input(attribute);
    if (!elements) continue;
    const details = await replacedDetails(context, group, id, elements, draft.stored(attribute) ?? []);
    columns[group.name] = JSON.stringify(details);
  }
  return columns;
}
