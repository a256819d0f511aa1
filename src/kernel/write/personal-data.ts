import type { Attribute } from "../attribute.ts";
import type { ValidationErrors } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { blankOf } from "../read/columns.ts";
import { withAccount } from "../read/parameters.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";
import type { Draft } from "./input/draft.ts";

/** A resource's attributes with personal data, with their names. */
export function personalAttributes({ attributes }: Resource): [name: string, attribute: Attribute<unknown>][] {
  return Object.entries(attributes).filter(([, { traits }]) => traits.personal);
}

/**
 * Protects personal data in a change (bookings.md, Personal data): erased data stays erased, and the caller cannot change what is hidden
 * from it. A blank echo of a hidden attribute is ignored.
 * @returns the draft without such echoes
 */
export async function guardPersonalData(
  context: WriteContext,
  id: RecordId,
  draft: Draft,
  errors: ValidationErrors,
): Promise<Draft> {
  const { resource } = draft;
  const personal = personalAttributes(resource).filter(([, attribute]) => draft.sets(attribute));
  if (!resource.personalData || personal.length === 0) return draft;
  const { erased, restricted = "false" } = resource.personalData;
  const state = await context.transaction.row<{ erased: boolean; restricted: boolean }>(
    withAccount(
      `select (${erased}) as erased, (${restricted}) as restricted from ${resource.table} where account_id = $1 and id = $2`,
      "$1",
    ),
    [context.account.id, id],
  );
  if (state?.erased) {
    for (const [name, attribute] of personal) {
      if (draft.changes(attribute)) errors.add(name, "was erased for good and cannot be set again");
    }
  }
  if (!state?.restricted || context.caller.ofAccount) return draft;
  for (const [name, attribute] of personal) {
    if (!isBlank(attribute, draft.input(attribute)))
      errors.add(name, "can only be changed by the account's own people");
  }
  return draft.without(new Set(personal.map(([, attribute]) => attribute)));
}

function isBlank(attribute: Attribute<unknown>, value: unknown): boolean {
  return value === blankOf(attribute) || value === null || (Array.isArray(value) && value.length === 0);
}
