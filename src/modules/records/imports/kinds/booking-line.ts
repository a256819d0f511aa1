import { RequestError, type ValidationErrors } from "../../../../kernel/errors.ts";
import { parseInstantOrDay } from "../../../../kernel/values/time.ts";
import type { Find } from "../find-referenced.ts";
import type { ImportContext } from "../import-context.ts";
import type { Mapping } from "../mapping.ts";
import { stayDays } from "../sample.ts";
import { instantOf, type RentalClock, statusOf } from "./booking-element.ts";
import { clientElement } from "./client-element.ts";

/** The id of a referenced record, given by id or name. Undefined if the line has no reference; null if nothing matches. */
export function idIn(
  values: Readonly<Record<string, unknown>>,
  column: string,
  find: Find,
): number | "several" | null | undefined {
  const id = values[`${column}_id`];
  if (id !== undefined) return /^\d{1,15}$/.test(String(id)) ? Number(id) : null;
  const name = values[column];
  return name === undefined ? undefined : (find(String(name)) ?? null);
}

/** A found id. Adds why there is none. */
export function requireId(
  id: number | "several" | null | undefined,
  column: string,
  errors: ValidationErrors,
): number | undefined {
  if (id === null) errors.add(column, "must exist");
  if (id === "several") errors.add(column, `is the name of several ${column}s: use ${column}_id`);
  return typeof id === "number" ? id : undefined;
}

/** The making of a booking elsewhere, as its line says it. */
export interface Creation {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether the line also contains its confirmation. */
  readonly isConfirmation: boolean;
}

/** The booking time in the other system, or else the confirmation's; undefined if the line has neither. */
export function creationIn(
  values: Readonly<Record<string, unknown>>,
  clock: RentalClock,
  errors: ValidationErrors,
): Creation | undefined {
  const column = values.created_at === undefined ? "booked_at" : "created_at";
  if (values[column] === undefined) return undefined;
  const at = parseInstantOrDay(String(instantOf(values[column], clock)));
  if (at === undefined) errors.add(column, "must be a time such as 2027-01-04T16:00:00Z, or a date");
  else if (at > clock.now) errors.add(column, "must not be in the future");
  return at === undefined ? undefined : { at, isConfirmation: values.booked_at !== undefined };
}

/** Refuses a cancelation that the line's state contradicts, or that is still to come: it would free the nights today. */
export function checkCancelation(
  values: Readonly<Record<string, unknown>>,
  clock: RentalClock,
  refuse: (column: string, reason: string) => void,
): void {
  if (values.canceled_at === undefined) return;
  const status = statusOf(values) ?? "canceled";
  if (status !== "canceled") refuse("canceled_at", `must be blank in a line with the status ${status}`);
  const at = parseInstantOrDay(String(instantOf(values.canceled_at, clock)));
  if (at !== undefined && at > clock.now) refuse("canceled_at", "must not be in the future");
}

/** Refuses values of a line that another one would replace, or that nothing stores. */
export function refuseDropped(
  values: Readonly<Record<string, unknown>>,
  { payment_lines: hasPaymentLines, constants = {} }: Mapping,
  { timeZone }: RentalClock,
  refuse: (column: string, reason: string) => void,
): void {
  const { departure } = stayDays(values, timeZone) ?? {};
  const { departure: other } = stayDays({ ...values, last_night: undefined }, timeZone) ?? {};
  if (departure !== undefined && other !== undefined && departure !== other)
    refuse("last_night", "must be the night before end_at");
  const hasReference = values.client !== undefined || values.client_id !== undefined;
  const guest = Object.keys(values).find((name) => name.startsWith("client."));
  if (hasReference && guest !== undefined)
    refuse(guest, "cannot be combined with a reference to a client: ignore one of the columns");
  const isPaid = values.paid_at !== undefined && values.paid_at !== constants.paid_at;
  if (isPaid && values.paid_amount === undefined && !hasPaymentLines)
    refuse("paid_amount", "can't be blank in a line with paid_at");
}

/** Collects an operation's problems. @throws any other error */
export function addMessages(errors: ValidationErrors, error: unknown): undefined {
  if (!(error instanceof RequestError) || !error.messages) throw error;
  for (const [name, reasons] of Object.entries(error.messages))
    for (const reason of reasons) {
      const [column, text] = name === "client" ? guestColumn(reason) : [name, reason];
      if (!errors.byAttribute[column]?.includes(text)) errors.add(column, text);
    }
}

/** `emails element 1: email must be …` of a guest as the column `client.email`. */
function guestColumn(reason: string): [column: string, text: string] {
  const [, attribute = "", text] = /^(?:(?:emails|phones|addresses) element 1: )?(\w+) (.*)$/s.exec(reason) ?? [];
  if (text === undefined) return ["client", reason];
  return [`client.${attribute === "number" ? "phone" : attribute}`, text];
}

/** The guest in a booking's body, from `client.…` columns: the booking decides who it is (bookings.md, Who a guest is). */
export function guestIn(
  { write }: ImportContext,
  values: Readonly<Record<string, unknown>>,
): { client?: Record<string, unknown> } {
  const own = Object.entries(values).filter(([name]) => name.startsWith("client."));
  if (own.length === 0) return {};
  const guest = Object.fromEntries(own.map(([name, value]) => [name.slice("client.".length), value]));
  return { client: clientElement(write.registry, guest) };
}
