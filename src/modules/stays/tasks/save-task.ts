import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { timeZoneOf } from "../../property/occupancy/rental-clock.ts";
import { timeColumn } from "../bookings/booking-columns.ts";
import { assertGuestNotErased } from "../bookings/guest/erased-guest.ts";
import { rentalReading, type StayMoment } from "../bookings/stay-moment.ts";
import { type LockedStay, lockStay } from "./lock-stay.ts";
import { task } from "./task.ts";
import { endOfDay, type TaskWindow, windowAt } from "./task-window.ts";

const { attributes, relations } = task;
const rentalOf = relations.rental.reference;
const linkOf = relations.cleaning_link.reference;

/**
 * Creates a task of a rental or of a booking (docs/guides/tasks.md).
 * @returns its id
 * @throws RequestError 422 with every problem
 */
export async function createTask(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<number> {
  const bookingId = draft.input(relations.booking.reference);
  const stay = typeof bookingId === "number" ? await lockStay(context, bookingId) : undefined;
  if (stay?.isMirror) errors.add("booking_id", "is a mirror of another booking: use that booking");
  if (stay?.isCanceled) errors.add("booking_id", "is canceled");
  if (stay && writesTexts(draft)) await assertGuestNotErased(context, stay.id, "booking_id", errors);
  const rental = draft.input(rentalOf) ?? stay?.rental;
  if (rental === undefined && !errors.has("rental_id") && !errors.has("booking_id"))
    errors.add("rental_id", "can't be blank without booking_id");
  if (draft.input(attributes.problem_solved)) errors.add("problem_solved", "needs a reported problem");
  const columns = await checkTask(context, draft, stay, rental, errors);
  errors.throwIfAny();
  return insertRecord(context, draft, { ...columns, ...(draft.input(rentalOf) ? {} : { rental_id: rental }) });
}

/** Locks a task's booking. Lock order: bookings before tasks, as a moved stay takes them. */
export async function lockStayOfTask(context: WriteContext, id: number): Promise<LockedStay | undefined> {
  const row = await context.transaction.row<{ booking_id: number | null }>(
    "select booking_id from tasks where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  return typeof row?.booking_id === "number" ? lockStay(context, row.booking_id) : undefined;
}

/**
 * Changes a task, and whether its problem is solved.
 * @param stay the result of `lockStayOfTask`
 * @throws RequestError 422 with every problem
 */
export async function updateTask(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
  stay: LockedStay | undefined,
): Promise<void> {
  const stored = await context.transaction.row<{ rental_id: number; problem: boolean }>(
    "select rental_id, problem is not null as problem from tasks where account_id = $1 and id = $2",
    [context.account.id, id],
  );
  if (!stored) throw new Error(`The locked task ${id} is missing.`);
  if (draft.input(rentalOf) === null) errors.add("rental_id", "can't be blank");
  if (draft.input(attributes.problem_solved) && !stored.problem)
    errors.add("problem_solved", "needs a reported problem");
  const columns = await checkTask(context, draft, stay, draft.input(rentalOf) ?? stored.rental_id, errors);
  errors.throwIfAny();
  await updateRecord(context, id, draft, columns);
}

/** Whether the draft has texts that may name the guest. */
const writesTexts = (draft: Draft): boolean =>
  [attributes.title, attributes.notes].some((attribute) => Boolean(draft.input(attribute))) ||
  (draft.input(attributes.checklist) ?? []).length > 0;

/** Checks what both writes may set. @returns the columns of the times and of the end of the stay that they follow */
async function checkTask(
  context: WriteContext,
  draft: Draft,
  stay: LockedStay | undefined,
  rental: number | undefined,
  errors: ValidationErrors,
): Promise<ServerSetColumns> {
  // A finished task keeps its rental.
  if (stay && draft.changes(rentalOf) && rental !== stay.rental)
    errors.add("rental_id", "must be the booking's rental: the task follows the booking");
  await checkAssignee(context, draft, errors);
  const isDefault = draft.creating && !draft.sets(attributes.moves_with) && !draft.sets(attributes.due_from);
  const end = isDefault && stay ? "departure" : (draft.value(attributes.moves_with) ?? null);
  if (end !== null && !stay) errors.add("moves_with", "needs booking_id");
  if (rental === undefined || errors.has("due_from") || errors.has("due_until")) return {};
  if (errors.has("rental_id")) return {};
  const zone = await timeZoneOf(context, rental);
  const window = windowOf(draft, zone, end !== null && stay ? windowAt(end, stay) : undefined);
  if (!window) {
    errors.add("due_from", "can't be blank");
    return {};
  }
  if (window.from > window.until) errors.add("due_until", "must not be before due_from");
  return {
    due_from: timeColumn(window.from),
    due_until: timeColumn(window.until),
    ...(isDefault ? { moves_with: end } : {}),
  };
}

/** The draft's times over the stored ones or the default. A day without a time is whole. */
function windowOf(draft: Draft, zone: string, otherwise: TaskWindow | undefined): TaskWindow | undefined {
  const readingOf = (moment: StayMoment | null | undefined, isEnd: boolean): number | undefined => {
    if (!moment) return undefined;
    const reading = rentalReading(moment, zone);
    return isEnd && "day" in moment ? endOfDay(reading) : reading;
  };
  const from = readingOf(draft.value(attributes.due_from), false) ?? otherwise?.from;
  if (from === undefined) return undefined;
  const until = readingOf(draft.value(attributes.due_until), true);
  if (until !== undefined) return { from, until };
  return { from, until: otherwise && otherwise.until >= from ? otherwise.until : endOfDay(from) };
}

async function checkAssignee(context: WriteContext, draft: Draft, errors: ValidationErrors): Promise<void> {
  const { transaction, account } = context;
  const user = draft.value(attributes.assigned_user_id) ?? null;
  const link = draft.value(linkOf) ?? null;
  if (user !== null && link !== null)
    errors.add("assigned_user_id", "must be blank with cleaning_link_id: a task has one assignee");
  if (user === null || !draft.changes(attributes.assigned_user_id)) return;
  const members = await transaction.run("select from memberships where account_id = $1 and user_id = $2", [
    account.id,
    user,
  ]);
  if (members === 0) errors.add("assigned_user_id", "must be a member of the account");
}
