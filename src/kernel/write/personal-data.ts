import type { Attribute } from "../attribute.ts";
import type { ValidationErrors } from "../errors.ts";
import type { RecordId } from "../key.ts";
import { blankOf } from "../read/columns.ts";
import type { Resource } from "../resource.ts";
import type { WriteContext } from "./context.ts";
import type { Draft } from "./input/draft.ts";

/** The attributes of a resource that hold personal data, with their names. */
export function personalAttributes({ attributes }: Resource): [name: string, attribute: Attribute<unknown>][] {
  return Object.entries(attributes).filter(([, { traits }]) => traits.personal);
}

/**
 * Holds a change against what protects the person (bookings.md, Personal data): what was erased stays so, and what is hidden from the
 * caller cannot be changed by it. The echo of a hidden attribute, which is blank, changes nothing.
 * @returns the draft without such echoes
 */
export async function guardPersonalData(
  context: WriteContext,
  id: RecordId,
  draft: Draft,
  errors: ValidationErrors,
): Promise<Draft> {
  const { resource } = draft;
  const given = personalAttributes(resource).filter(([, attribute]) => draft.gives(attribute));
  if (!resource.personalData || given.length === 0) return draft;
  const { erased, restricted = "false" } = resource.personalData;
  const state = await context.transaction.row<{ erased: boolean; restricted: boolean }>(
    `select (${erased}) as erased, (${restricted}) as restricted from ${resource.table} where account_id = $1 and id = $2`,
    [context.account.id, id],
  );
  if (state?.erased) {
    for (const [name, attribute] of given) {
      if (draft.changes(attribute)) errors.add(name, "was erased for good, and nothing can be written in its place");
    }
  }
  if (!state?.restricted || context.caller.ofAccount) return draft;
  for (const [name, attribute] of given) {
    if (!isBlank(attribute, draft.given(attribute)))
      errors.add(name, "may be changed only by the account's own people");
  }
  return draft.without(new Set(given.map(([, attribute]) => attribute)));
}

function isBlank(attribute: Attribute<unknown>, value: unknown): boolean {
  return value === blankOf(attribute) || value === null || (Array.isArray(value) && value.length === 0);
}
