import { dayOfInstant } from "../../../core/day.ts";
import { localTime } from "../../../core/time-zone.ts";
import type { ValidationErrors } from "../../../kernel/errors.ts";
import type { WriteContext } from "../../../kernel/write/context.ts";
import type { Parent } from "../../../kernel/write/creates.ts";
import type { Draft } from "../../../kernel/write/input/draft.ts";
import type { Check } from "../../../kernel/write/input/read-body.ts";
import { insertRecord, type ServerSetColumns, updateRecord } from "../../../kernel/write/store.ts";
import { timeZoneOf } from "../../property/occupancy/rental-clock.ts";
import { timeColumn } from "../bookings/booking-columns.ts";
import { lockCalendars } from "../bookings/nights/linked-rentals.ts";
import { rentalReading } from "../bookings/stay-moment.ts";
import { lockAddresses } from "./address-lock.ts";
import { inquiry } from "./inquiry.ts";
import { assertInquiryUnlocked, inquiryLockAfter } from "./inquiry-lock.ts";

const { country_code, email, end_at, phone, rental_id, start_at } = inquiry.attributes;

/** Checks attributes against each other (the reference, inquiries). */
export const checkInquiry: Check = (draft, errors) => {
  if (draft.value(phone) && !draft.value(country_code) && !errors.has("country_code"))
    errors.add("country_code", "can't be blank when there is a phone number");
};

/** Reads the stay on the rental's clock (bookings.md). @returns the columns that the write sets */
async function stayColumnsOf(
  context: WriteContext,
  rental: number,
  draft: Draft,
  errors: ValidationErrors,
): Promise<ServerSetColumns> {
  const timeZone = await timeZoneOf(context, rental);
  const readings = [start_at, end_at].map((attribute) => {
    const moment = draft.value(attribute);
    return moment ? rentalReading(moment, timeZone) : undefined;
  });
  const columns: Record<string, string | null> = {};
  for (const [index, [name, attribute]] of Object.entries({ start_at, end_at }).entries()) {
    const reading = readings[index];
    if (!draft.changes(attribute) || reading === undefined) continue;
    if (reading <= localTime(timeZone, context.now)) errors.add(name, "must be in the future");
    columns[name] = timeColumn(reading);
  }
  const [start, end] = readings;
  if (start !== undefined && end !== undefined) checkNights(start, end, errors);
  return columns;
}

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
  const stay = await stayColumnsOf(context, id, draft, errors);
  errors.throwIfAny();
  await holdAddress(context, draft);
  const columns = { ...stay, rental_id: id, locked, created_by_application_id: context.caller.application };
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
  const isKnown = typeof rental === "number" && (await lockCalendars(context, { rentals: [rental] })).terms.has(rental);
  if (typeof rental === "number" && !isKnown) errors.add("rental_id", "must exist");
  assertInquiryUnlocked(context.caller, draft);
  const locked = inquiryLockAfter(context.caller, draft, errors);
  const stay = await stayColumnsOf(context, isKnown ? rental : await rentalOf(context, id), draft, errors);
  errors.throwIfAny();
  await holdAddress(context, draft);
  await updateRecord(context, id, draft, {
    ...stay,
    ...(draft.changes(inquiry.attributes.locked) ? { locked } : {}),
    ...(typeof rental === "number" ? { rental_id: rental } : {}),
  });
}

async function rentalOf({ transaction, account }: WriteContext, id: number): Promise<number> {
  const row = await transaction.row<{ rental_id: number }>(
    "select rental_id from inquiries where account_id = $1 and id = $2",
    [account.id, id],
  );
  if (!row) throw new Error(`The locked inquiry ${id} is missing.`);
  return row.rental_id;
}

/** Prevents erasing the address's owner until the inquiry is stored and can be found. */
async function holdAddress(context: WriteContext, draft: Draft): Promise<void> {
  const address = draft.input(email);
  if (typeof address === "string") await lockAddresses(context, [address], "to write");
}
