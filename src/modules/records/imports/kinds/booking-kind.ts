import { invalid, RequestError, ValidationErrors } from "../../../../kernel/errors.ts";
import { parseInstantOrDay } from "../../../../kernel/values/time.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { dateCreation } from "../../../stays/bookings/create/date-creation.ts";
import {
  clientsByEmail,
  clientsByReference,
  type Find,
  linkedGroups,
  rentalFacts,
  rentalsByName,
} from "../find-referenced.ts";
import { type ImportContext, operationAt, perform } from "../import-context.ts";
import type { RecordKind, ReferencedLine } from "../import-records.ts";
import { storingRoutes } from "../operations.ts";
import type { Problems } from "../problems.ts";
import { statusNames } from "../reading/status-word.ts";
import { bookingElement, type HouseClock, instantOf, statusOf } from "./booking-element.ts";
import { BookingPayments } from "./booking-payments.ts";
import { sourcesOf } from "./booking-sources.ts";
import { clientElement } from "./client-element.ts";
import { checkMoved, movingStays } from "./moving-stays.ts";

/** Bookings, and the clients created with them. */
export interface BookingKind extends RecordKind {
  /** The number of clients created from `client.…` columns. */
  readonly clients: () => number;
  /** The line of a booking. */
  readonly lineOf: (booking: number) => number | undefined;
}

const texts = (lines: readonly ReferencedLine[], column: string): string[] => [
  ...new Set(lines.flatMap(({ values }) => (values[column] === undefined ? [] : [String(values[column])]))),
];

/** Resolves the references of all lines in one go. */
export async function bookingKind(
  given: ImportContext,
  lines: readonly ReferencedLine[],
  problems: Problems,
): Promise<BookingKind> {
  let moving: ReadonlyMap<number, number> = new Map();
  const movedTogether: number[] = [];
  const write: WriteContext = { ...given.write, movedTogether };
  const context = { ...given, write };
  const create = operationAt(storingRoutes, "POST", "/rentals/:rental_id/bookings");
  const update = operationAt(storingRoutes, "PUT", "/bookings/:booking_id");
  const [rentals, facts, clients, sourceOf, groupOf, emails] = await Promise.all([
    rentalsByName(write, texts(lines, "rental")),
    rentalFacts(write),
    clientsByReference(write, texts(lines, "client")),
    sourcesOf(context, lines),
    linkedGroups(write),
    clientsByEmail(
      write,
      texts(lines, "client.email").map((email) => email.toLowerCase()),
    ),
  ]);
  const guests = new Guests(context, emails);
  const payments = await BookingPayments.of(context, lines);
  const createdBy = new Map<number, number>();
  const now = new Date(write.now).toISOString();
  const rentalOf = ({ values }: ReferencedLine) => idIn(values, "rental", rentals);

  const bodyOf = async (line: ReferencedLine, rental: number | undefined, canceledAt: string | undefined) => {
    const { values } = line;
    const errors = new ValidationErrors();
    const { timeZone = write.account.timeZone, currency } = facts.get(rental ?? 0) ?? {};
    const clock = { timeZone, now: write.now };
    const element = bookingElement(write.registry, values, { mapping: context.mapping, clock, canceledAt });
    if (values.status !== undefined && statusOf(values) === undefined)
      errors.add("status", `must be one of: ${statusNames.join(", ")}`);
    if (statusOf(values) === "tentative" && values.tentative_expires_at === undefined)
      errors.add("tentative_expires_at", "can't be blank for a tentative booking");
    checkCurrencies(line, String(values.currency ?? currency ?? ""), errors);
    const client = requireId(idIn(values, "client", clients), "client", errors);
    const source =
      values.source === undefined || values.source_id !== undefined
        ? requireId(
            idIn(values, "source", () => undefined),
            "source",
            errors,
          )
        : await sourceOf(String(values.source)).catch((error: unknown) => addMessages(errors, error));
    const guest = client ?? (await guests.of(values).catch((error: unknown) => addMessages(errors, error)));
    const ids = {
      ...(guest === undefined ? {} : { client_id: guest }),
      ...(source === undefined ? {} : { source_id: source }),
    };
    const createdAt = creationIn(values, clock, errors);
    const pays = async (id: number): Promise<void> => {
      const madeAt = new Date(createdAt?.at ?? write.now).toISOString();
      await payments.record(line, { id, timeZone, currency: String(values.currency ?? currency ?? "") }, madeAt);
    };
    return { body: { bookings: [{ ...element, ...ids }] }, createdAt, errors, pays };
  };
  /** Runs an operation and reports its problems together with the line's others. */
  const performAll = async (
    operation: Parameters<typeof perform>[1],
    ids: Readonly<Record<string, number>>,
    { body, createdAt, errors, pays }: Awaited<ReturnType<typeof bodyOf>>,
  ): Promise<number> => {
    const id = await perform(context, operation, ids, body).catch((error: unknown) => addMessages(errors, error));
    errors.throwIfAny();
    if (id === undefined) throw new Error("An operation without an id had no problem.");
    if (createdAt !== undefined) await dateCreation(write, id, createdAt.at, createdAt.isConfirmation);
    await pays(id);
    return id;
  };
  const lineOf = new Map<number, number>();
  return {
    kind: "bookings",
    async prepare(before) {
      for (const { reference, line } of lines) {
        const previous = before.get(reference);
        if (previous) lineOf.set(previous.id, line);
      }
      const calendars = {
        ofLine(line: ReferencedLine) {
          const rental = rentalOf(line);
          return typeof rental === "number" ? groupOf(rental) : undefined;
        },
        ofRental: groupOf,
      };
      const found = await movingStays(write, lines, before, calendars);
      if (found.size === 0 || !(await write.transaction.deferNights())) return;
      moving = found;
      movedTogether.push(...found.keys());
    },
    check: () => checkMoved(write, moving, problems),
    async create(line) {
      const errors = new ValidationErrors();
      const rental = requireId(rentalOf(line), "rental", errors);
      if (rental === undefined && errors.isEmpty) errors.add("rental", "can't be blank");
      errors.throwIfAny();
      const read = await bodyOf(line, rental, now);
      const id = await performAll(create, { rental_id: rental ?? 0 }, read).catch((error: unknown) => {
        if (error instanceof RequestError && error.code === "not_found") throw invalid({ rental_id: ["must exist"] });
        throw error;
      });
      createdBy.set(id, line.line);
      return id;
    },
    async update(line, id) {
      const rental = rentalOf(line);
      const stored = await storedBooking(context, id);
      // A canceled booking keeps its time of cancelation, whatever else changes.
      const read = await bodyOf(line, stored?.rental, stored?.canceled ? undefined : now);
      if (typeof rental === "number" && stored?.rental !== rental)
        throw invalid({ rental: ["differs from the booking's rental: move the booking instead"] });
      await performAll(update, { booking_id: id }, read);
    },
    chainOf: (line) => {
      const rental = rentalOf(line);
      return typeof rental === "number" ? groupOf(rental) : line.reference;
    },
    clients: () => guests.created,
    save: () => payments.save(),
    lineOf: (booking) => createdBy.get(booking) ?? lineOf.get(booking),
  };
}

async function storedBooking({ write }: ImportContext, id: number) {
  return write.transaction.row<{ rental: number; canceled: boolean }>(
    "select rental_id as rental, canceled_at is not null as canceled from bookings where account_id = $1 and id = $2",
    [write.account.id, id],
  );
}

/** The id of a referenced record, given by id or name. Undefined if the line has no reference; null if nothing matches. */
function idIn(
  values: Readonly<Record<string, unknown>>,
  column: string,
  find: Find,
): number | "several" | null | undefined {
  const id = values[`${column}_id`];
  if (id !== undefined) return /^\d{1,15}$/.test(String(id)) ? Number(id) : null;
  const name = values[column];
  return name === undefined ? undefined : (find(String(name)) ?? null);
}

function requireId(
  id: number | "several" | null | undefined,
  column: string,
  errors: ValidationErrors,
): number | undefined {
  if (id === null) errors.add(column, "must exist");
  if (id === "several") errors.add(column, `is the name of several ${column}s: use ${column}_id`);
  return typeof id === "number" ? id : undefined;
}

/** When a booking was made elsewhere. */
interface Creation {
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whether the line tells its confirmation too. */
  readonly isConfirmation: boolean;
}

/** When the booking was made elsewhere, or else confirmed; undefined if the line does not say it. */
function creationIn(
  values: Readonly<Record<string, unknown>>,
  clock: HouseClock,
  errors: ValidationErrors,
): Creation | undefined {
  const column = values.created_at === undefined ? "booked_at" : "created_at";
  if (values[column] === undefined) return undefined;
  const at = parseInstantOrDay(String(instantOf(values[column], clock)));
  if (at === undefined) errors.add(column, "must be a time such as 2027-01-04T16:00:00Z, or a date");
  else if (at > clock.now) errors.add(column, "must not be in the future");
  return at === undefined ? undefined : { at, isConfirmation: values.booked_at !== undefined };
}

/** Collects an operation's problems. @throws any other error */
function addMessages(errors: ValidationErrors, error: unknown): undefined {
  if (!(error instanceof RequestError) || !error.messages) throw error;
  for (const [name, reasons] of Object.entries(error.messages))
    for (const reason of reasons) if (!errors.byAttribute[name]?.includes(reason)) errors.add(name, reason);
}

/** Refuses amounts whose sign or code cannot be the booking's currency. */
function checkCurrencies({ currencies, values }: ReferencedLine, currency: string, errors: ValidationErrors): void {
  for (const [column, possible] of currencies) {
    if (currency !== "" && possible.includes(currency)) continue;
    const stated = values.currency === undefined ? "the rental's currency" : "the line's currency";
    errors.add(column, `is in ${possible.slice(0, 3).join(" or ")}, but ${stated} is ${currency}`);
  }
}

/** The clients of `client.…` columns: one per e-mail address, and one per line without an address. */
class Guests {
  created = 0;
  private readonly context: ImportContext;
  private readonly byEmail = new Map<string, Promise<number>>();

  constructor(context: ImportContext, existing: ReadonlyMap<string, number>) {
    this.context = context;
    for (const [email, id] of existing) this.byEmail.set(email, Promise.resolve(id));
  }

  async of(values: Readonly<Record<string, unknown>>): Promise<number | undefined> {
    const own = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith("client.") ? [[name.slice("client.".length), value] as const] : [],
    );
    if (own.length === 0) return undefined;
    const guest = Object.fromEntries(own);
    const email = guest.email === undefined ? undefined : String(guest.email).toLowerCase();
    const existing = email === undefined ? undefined : this.byEmail.get(email);
    if (existing) return existing;
    const creating = this.create(guest);
    if (email !== undefined) this.byEmail.set(email, creating);
    return creating;
  }

  private async create(guest: Readonly<Record<string, unknown>>): Promise<number> {
    const { context } = this;
    const { external_reference: _, ...values } = guest;
    const element = clientElement(context.write.registry, values);
    const create = operationAt(storingRoutes, "POST", "/clients");
    const id = await perform(context, create, {}, { clients: [element] }).catch((error: unknown) => {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      const named = Object.entries(error.messages).map(([name, reasons]) => [`client.${name}`, reasons] as const);
      throw invalid(Object.fromEntries(named));
    });
    this.created++;
    return id;
  }
}
