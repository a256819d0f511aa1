import { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { ServerSetColumns } from "../../../kernel/write/store.ts";
import { type Applying, applicabilityColumns, applicabilityOf, saysWhen } from "../rates/applicability.ts";
import { holdTablesOf } from "../rates/tables/table-change.ts";
import { rentalsFee } from "./rentals-fee.ts";

const { attributes, relations } = rentalsFee;

/** A rentals fee applies always (the default), in seasons or between two dates (the registry, rentals_fees). */
const applying: Applying = {
  always: attributes.always_applied,
  start: attributes.start_date,
  end: attributes.end_date,
  seasons: relations.seasons.written?.attribute,
  defaultCondition: "always",
  oneDay: false,
};

export function checkApplicability(draft: Draft, errors: ValidationErrors): void {
  applicabilityOf(draft, applying, errors);
}

/** Locks the seasons' rates tables: a concurrent season change would miss a fee that starts to apply in it. */
export async function holdSeasons(context: WriteContext, draft: Draft): Promise<void> {
  const seasons = (applying.seasons && draft.input(applying.seasons)) ?? [];
  if (seasons.length > 0) await holdTablesOf(context, seasons);
}

/** The columns that a write sets in addition to the draft's. */
export function rentalsFeeColumns(draft: Draft): ServerSetColumns {
  const status = draft.input(attributes.status);
  const shown = status ? { public: status !== "private", required: status === "required" } : {};
  const applicability = saysWhen(draft, applying) && applicabilityOf(draft, applying, new ValidationErrors());
  return applicability ? { ...shown, ...applicabilityColumns(applicability) } : shown;
}

/** Removes the seasons of a fee that no longer applies by season. */
export async function leaveSeasons({ transaction, account }: WriteContext, id: number, draft: Draft): Promise<void> {
  if (!saysWhen(draft, applying) || applicabilityOf(draft, applying, new ValidationErrors())?.when === "seasons")
    return;
  await transaction.run("delete from rentals_fees_seasons where account_id = $1 and rentals_fee_id = $2", [
    account.id,
    id,
  ]);
}
