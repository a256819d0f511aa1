import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Draft } from "../../../../kernel/write/input/draft.ts";
import { mapConstraintErrors } from "../../../../kernel/write/map-constraint-errors.ts";
import { insertRecord, updateRecord } from "../../../../kernel/write/store.ts";

const refusals = {
  portal_settings_once: { rental_id: ["already has portal settings"] },
  portal_settings_of_country: { country_code: ["already has portal settings"] },
  portal_settings_of_one: { country_code: ["cannot be combined with rental_id"] },
};

/** Creates the settings of a rental, a country or the account. @throws RequestError 422 for second ones */
export async function createPortalSetting(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  errors.throwIfAny();
  return mapConstraintErrors(insertRecord(context, draft), refusals);
}

/** Changes settings. @throws RequestError 422 for a second record of a country */
export async function updatePortalSetting(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  errors.throwIfAny();
  await mapConstraintErrors(updateRecord(context, id, draft), refusals);
}
