import { formatDay } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { applicationsPeriodsRental } from "./applications-periods-rental.ts";

const { attributes, relations } = applicationsPeriodsRental;
const applicationId = relations.application.written?.attribute;
const rentalId = relations.rental.written?.attribute;

/** An application writes its own increases, the account's own people those of all. The start must not be after the end. */
export const checkApplicationsPeriodsRental: Check = (draft, errors, { caller }) => {
  const application = applicationId && draft.input(applicationId);
  const isOwn = caller.ofAccount || application === caller.application;
  if (!errors.has("application_id") && typeof application === "number" && !isOwn) {
    errors.add("application_id", `must be ${caller.application}, the calling application`);
  }
  const start = draft.value(attributes.start_date);
  const end = draft.value(attributes.end_date);
  if (typeof start === "number" && typeof end === "number" && start > end) {
    errors.add("start_date", "must not be after end_date");
  }
};

export async function createApplicationsPeriodsRental(
  context: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  await lockRental(context, rentalId && draft.value(rentalId));
  await assertNoOverlap(context, draft, errors);
  errors.throwIfAny();
  return insertRecord(context, draft);
}

export async function updateApplicationsPeriodsRental(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  if (rentalId && draft.changes(rentalId)) await lockRental(context, draft.value(rentalId));
  await assertNoOverlap(context, draft, errors, id);
  errors.throwIfAny();
  await updateRecord(context, id, draft);
}

/** Locks an override's rental before the override, which serializes changes to a rental's prices. */
export async function lockRentalOfOverride(context: WriteContext, id: number): Promise<void> {
  const row = await context.transaction.row<{ rental_id: number }>(
    "select rental_id from applications_periods_rentals where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  await lockRental(context, row?.rental_id);
}

async function lockRental({ transaction, account }: WriteContext, id: number | null | undefined): Promise<void> {
  if (typeof id !== "number") return;
  await transaction.run("select from rentals where account_id = $1 and id = $2 for no key update", [account.id, id]);
}

/** Periods of one application and rental cannot overlap. The constraint `no_day_has_two_increases` enforces it too. */
async function assertNoOverlap(
  { transaction, account }: WriteContext,
  draft: Draft,
  errors: ValidationErrors,
  except?: number,
): Promise<void> {
  const application = applicationId && draft.value(applicationId);
  const rental = rentalId && draft.value(rentalId);
  const start = draft.value(attributes.start_date);
  const end = draft.value(attributes.end_date);
  if (typeof start !== "number" || typeof end !== "number" || start > end) return;
  // Does not reveal another application's periods.
  if (errors.has("application_id")) return;
  const conflict = await transaction.row<{ id: number; start_date: number; end_date: number }>(
    `select id, start_date, end_date from applications_periods_rentals
     where account_id = $1 and application_id = $2 and rental_id = $3 and deleted_at is null and id is distinct from $6
       and daterange(start_date, end_date, '[]') && daterange($4, $5, '[]')
     order by start_date limit 1`,
    [account.id, application ?? null, rental ?? null, formatDay(start), formatDay(end), except ?? null],
  );
  if (!conflict) return;
  const days = `${formatDay(conflict.start_date)} to ${formatDay(conflict.end_date)}`;
  errors.add("base", `overlaps the period ${conflict.id} of this application and rental (${days})`);
}
