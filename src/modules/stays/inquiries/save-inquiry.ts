import { dayOfInstant } from "../../../core/day.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, updateRecord } from "../../../kernel/write/store.ts";
import { lockCalendars } from "../bookings/nights/linked-rentals.ts";
import { lockAddresses } from "./address-lock.ts";
import { inquiry } from "./inquiry.ts";
import { assertInquiryUnlocked, inquiryLockAfter } from "./inquiry-lock.ts";

const { country_code, email, end_at, phone, rental_id, start_at } = inquiry.attributes;

/** Checks that involve several attributes or the time (the reference, inquiries). */
export const checkInquiry: Check = (draft, errors, { now }) => {
  if (draft.value(phone) && !draft.value(country_code) && !errors.has("country_code"))
    errors.add("country_code", "can't be blank when there is a phone number");
  for (const [name, attribute] of [["start_at", start_at] as const, ["end_at", end_at] as const]) {
    const instant = draft.input(attribute);
    if (typeof instant === "number" && draft.changes(attribute) && instant <= now)
      errors.add(name, "must be in the future");
  }
  const [start, end] = [draft.value(start_at), draft.value(end_at)];
  if (typeof start === "number" && typeof end === "number") checkNights(start, end, errors);
};

/** The longest bookable stay (conventions.md, Bounds). */
const maxNights = 1096;

function checkNights(start: number, end: number, errors: ValidationErrors): void {
  const nights = dayOfInstant(end) - dayOfInstant(start);
  if (start >= end) {
    errors.add("start_at", "must be before end_at");
    errors.add("end_at", "must be after start_at");
  } else if (nights === 0) errors.add("end_at", "must be at least one night after start_at");
  else if (nights > maxNights) errors.add("end_at", `must be at most ${maxNights} nights after start_at`);
}

/** Stores an inquiry about a rental. */
export async function createInquiry(
  context: WriteContext,
  { id }: Parent,
  draft: Draft,
  errors: ValidationErrors,
): Promise<number> {
  const rental = draft.input(rental_id);
  if (typeof rental === "number" && rental !== id) errors.add("rental_id", "must be the rental in the path");
  const locked = inquiryLockAfter(context.caller, draft, errors);
  errors.throwIfAny();
  await holdAddress(context, draft);
  const columns = { rental_id: id, locked, created_by_application_id: context.caller.application };
  return insertRecord(context, draft, columns);
}

/** Changes an inquiry, possibly its rental. @throws RequestError 403 if another application has locked it */
export async function updateInquiry(
  context: WriteContext,
  id: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<void> {
  const rental = draft.input(rental_id);
  if (rental === null) errors.add("rental_id", "can't be blank");
  if (typeof rental === "number" && !(await lockCalendars(context, { rentals: [rental] })).terms.has(rental))
    errors.add("rental_id", "must exist");
  assertInquiryUnlocked(context.caller, draft);
  const locked = inquiryLockAfter(context.caller, draft, errors);
  errors.throwIfAny();
  await holdAddress(context, draft);
  await updateRecord(context, id, draft, {
    ...(draft.changes(inquiry.attributes.locked) ? { locked } : {}),
    ...(typeof rental === "number" ? { rental_id: rental } : {}),
  });
}

/** Prevents erasing the address's owner until the inquiry is stored and can be found. */
async function holdAddress(context: WriteContext, draft: Draft): Promise<void> {
  const address = draft.input(email);
  if (typeof address === "string") await lockAddresses(context, [address], "to write");
}
