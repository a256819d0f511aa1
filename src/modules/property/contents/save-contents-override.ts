import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { mapConstraintErrors } from "../../../kernel/write/map-constraint-errors.ts";
import { insertRecord } from "../../../kernel/write/store.ts";
import { contentsOverride } from "./contents-override.ts";

const { relations } = contentsOverride;
const applicationId = relations.application.written?.attribute;
const rentalId = relations.rental.written?.attribute;

const refusals = {
  rentals_contents_overrides_once: { rental_id: ["has already been taken: the application has texts for this rental"] },
};

/** An application writes its own texts, the account's own people those of all. The application and the rental cannot change. */
export const checkContentsOverride: Check = (draft, errors, { caller }) => {
  const application = applicationId && draft.input(applicationId);
  const isOwn = caller.ofAccount || application === caller.application;
  if (!errors.has("application_id") && typeof application === "number" && !isOwn)
    errors.add("application_id", `must be ${caller.application}, the calling application`);
  if (!draft.creating && applicationId && draft.changes(applicationId) && !errors.has("application_id"))
    errors.add("application_id", "cannot be changed");
  if (!draft.creating && rentalId && draft.changes(rentalId) && !errors.has("rental_id"))
    errors.add("rental_id", "cannot be changed");
};

/** Creates an application's texts for a rental. Locks the rental against deletion. */
export async function createContentsOverride(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const rental = rentalId && draft.input(rentalId);
  const { transaction, account } = context;
  if (typeof rental === "number" && !errors.has("rental_id")) {
    const found = await transaction.run(
      "select from rentals where account_id = $1 and id = $2 and deleted_at is null for share",
      [account.id, rental],
    );
    if (found === 0) errors.add("rental_id", "must exist");
  }
  errors.throwIfAny();
  return mapConstraintErrors(insertRecord(context, draft), refusals);
}
