import { invalid, RequestError, ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { canceledAt } from "../../../property/occupancy/held-nights.ts";
import { dateCreation } from "../../../stays/bookings/create/date-creation.ts";
import { clientsByReference, type Find, linkedGroups, rentalFacts, rentalsByName } from "../find-referenced.ts";
import { type ImportContext, operationAt, type perform, performShown } from "../import-context.ts";
import { storingRoutes } from "../operations.ts";
import type { RecordKind } from "../passes/record-kind.ts";
import type { ReferencedLine } from "../passes/referenced-lines.ts";
import type { Problems } from "../problems.ts";
import { statusNames } from "../reading/status-word.ts";
import { type Sample, SampleBuilder } from "../sample.ts";
import { bookingElement, statusOf } from "./booking-element.ts";
import { addMessages, checkCancelation, creationIn, guestIn, idIn, refuseDropped, requireId } from "./booking-line.ts";
import { BookingPayments } from "./booking-payments.ts";
import { sourcesOf } from "./booking-sources.ts";
import { GuestTurns } from "./guest-turns.ts";
import { checkCurrencies } from "./line-currencies.ts";
import { LineLocks } from "./line-locks.ts";
import { checkMoved, LeavingStays } from "./moving-stays.ts";

/** Bookings, and the clients created with them. */
export interface BookingKind extends RecordKind {
  /** The line of a booking. */
  readonly lineOf: (booking: number) => number | undefined;
  /** The surveyed lines, as they were understood. */
  readonly sample: () => Sample | undefined;
  /** Lines that reinstate a canceled booking. */
  readonly reinstated: readonly number[];
}

const texts = (lines: readonly ReferencedLine[], column: string): string[] => [
  ...new Set(lines.flatMap(({ values }) => (values[column] === undefined ? [] : [String(values[column])]))),
];

/** Stores bookings by the API's operations. */
export async function bookingKind(importContext: ImportContext, problems: Problems): Promise<BookingKind> {
  let moving: ReadonlyMap<number, number> = new Map();
  const movedTogether: number[] = [];
  const write: WriteContext = { ...importContext.write, movedTogether };
  const context = { ...importContext, write };
  const create = operationAt(storingRoutes, "POST", "/rentals/:rental_id/bookings");
  const update = operationAt(storingRoutes, "PUT", "/bookings/:booking_id");
  const [rentals, facts, sources, groupOf] = await Promise.all([
    rentalsByName(write),
    rentalFacts(write),
    sourcesOf(context),
    linkedGroups(write),
  ]);
  let clients: Find = () => undefined;
  let guests = new GuestTurns();
  const payments = new BookingPayments(context, problems);
  const forgotten = new Map<string, number>();
  const reinstated: number[] = [];
  const lineOf = new Map<number, number>();
  const rentalOf = ({ values }: ReferencedLine) => idIn(values, "rental", rentals.find);
  const locks = new LineLocks(write, rentalOf);
  const calendars = {
    ofLine(line: ReferencedLine) {
      const rental = rentalOf(line);
      return typeof rental === "number" ? groupOf(rental) : undefined;
    },
    ofRental: groupOf,
    timeZoneOf(line: ReferencedLine) {
      const rental = rentalOf(line);
      return (typeof rental === "number" ? facts.get(rental) : undefined)?.timeZone ?? write.account.timeZone;
    },
  };
  const stays = new SampleBuilder();
  const leaving = new LeavingStays(write, calendars);

  /** @param stored the booking that the line updates */
  const bodyOf = async (line: ReferencedLine, rental: number | undefined, stored?: StoredBooking) => {
    const { values } = line;
    const errors = new ValidationErrors();
    const { timeZone = write.account.timeZone, currency: ofRental = "" } = facts.get(rental ?? 0) ?? {};
    const currency = String(values.currency ?? stored?.currency ?? ofRental);
    const wasCanceled = stored?.canceled ?? false;
    const clock = { timeZone, now: write.now };
    const element = bookingElement(write.registry, values, { mapping: context.mapping, clock, wasCanceled });
    if (values.status !== undefined && statusOf(values) === undefined)
      errors.add("status", `must be one of: ${statusNames.join(", ")}`);
    if (statusOf(values) === "tentative" && values.tentative_expires_at === undefined)
      errors.add("tentative_expires_at", "can't be blank for a tentative booking");
    const refuse = (column: string, reason: string): void => errors.add(column, reason);
    checkCurrencies(line, currency, refuse, stored ? "booking" : "rental");
    checkCancelation(values, clock, refuse);
    refuseDropped(values, context.mapping, clock, refuse);
    const client = requireId(idIn(values, "client", clients), "client", errors);
    const source =
      values.source === undefined || values.source_id !== undefined
        ? requireId(
            idIn(values, "source", () => undefined),
            "source",
            errors,
          )
        : await sources.find(String(values.source)).catch((error: unknown) => addMessages(errors, error));
    const ids = {
      ...(client === undefined ? guestIn(context, values) : { client_id: client }),
      ...(source === undefined ? {} : { source_id: source }),
    };
    const createdAt = creationIn(values, clock, errors);
    const pays = async (id: number, isNew: boolean): Promise<boolean> => {
      const madeAt = createdAt && new Date(createdAt.at).toISOString();
      return payments.record(line, { id, timeZone, currency }, { madeAt, isNew });
    };
    return { body: { bookings: [{ ...element, ...ids }] }, createdAt, errors, pays, line };
  };
  /** Runs an operation and reports its problems together with the line's others. */
  const performAll = async (
    operation: Parameters<typeof perform>[1],
    ids: Readonly<Record<string, number>>,
    { body, createdAt, errors, pays, line }: Awaited<ReturnType<typeof bodyOf>>,
  ): Promise<number> => {
    const paidBefore = operation === create ? payments.paidBy(line) : undefined;
    const dated = { ...context, write: { ...write, madeAt: createdAt?.at, paidBefore } };
    const shown = await performShown(dated, operation, ids, body).catch((error: unknown) => addMessages(errors, error));
    errors.throwIfAny();
    if (shown === undefined) throw new Error("An operation without an id had no problem.");
    const id = Number(shown.id);
    if (shown.meta?.forgotten_guests) forgotten.set(line.reference, line.line);
    if (createdAt !== undefined && operation === update)
      await dateCreation(write, id, createdAt.at, createdAt.isConfirmation);
    await pays(id, operation === create);
    return id;
  };
  return {
    kind: "bookings",
    async survey({ lines, before }) {
      await Promise.all([rentals.learn(texts(lines, "rental")), sources.learn(texts(lines, "source"))]);
      for (const { reference, line, payment } of lines) {
        const previous = before.get(reference);
        if (previous && payment === undefined) lineOf.set(previous.id, line);
      }
      for (const line of lines)
        if (line.payment === undefined) stays.add(line, calendars.timeZoneOf(line));
        else if (context.mapping.payment_lines) stays.addTotal(line);
      await leaving.add(lines, before);
      if (context.isApplied) await locks.add(lines, before);
    },
    async prepare(batches) {
      if (context.isApplied) await locks.lock();
      const found = await leaving.inTheWay(batches);
      if (found.size === 0 || !(await write.transaction.deferNights())) return;
      moving = found;
      movedTogether.push(...found.keys());
    },
    async begin({ lines }) {
      guests = new GuestTurns();
      clients = await clientsByReference(write, texts(lines, "client"));
      await payments.begin(lines);
    },
    check: () => checkMoved(write, moving, problems),
    async create(line) {
      const errors = new ValidationErrors();
      const rental = requireId(rentalOf(line), "rental", errors);
      if (rental === undefined && errors.isEmpty) errors.add("rental", "can't be blank");
      errors.throwIfAny();
      const read = await bodyOf(line, rental);
      const created = guests.run(line, () => performAll(create, { rental_id: rental ?? 0 }, read));
      const id = await created.catch((error: unknown) => {
        if (error instanceof RequestError && error.code === "not_found") throw invalid({ rental_id: ["must exist"] });
        throw error;
      });
      lineOf.set(id, line.line);
      return id;
    },
    async update(line, id) {
      const rental = rentalOf(line);
      const stored = await storedBooking(context, id);
      payments.assertWhole(line);
      const read = await bodyOf(line, stored?.rental, stored);
      if (typeof rental === "number" && stored?.rental !== rental)
        throw invalid({ rental: ["differs from the booking's rental: move the booking instead"] });
      await guests.run(line, () => performAll(update, { booking_id: id }, read));
      if (stored?.canceled && (statusOf(line.values) ?? "canceled") !== "canceled") reinstated.push(line.line);
    },
    async pay(line, id) {
      const stored = await storedBooking(context, id);
      const { pays, errors } = await bodyOf(line, stored?.rental, stored);
      errors.throwIfAny();
      return pays(id, false);
    },
    chainOf: (line) => calendars.ofLine(line) ?? line.reference,
    finish: () => payments.finish(),
    forgotten,
    reinstated,
    lineOf: (booking) => lineOf.get(booking),
    sample: () => stays.sample,
  };
}

/** A booking that an earlier import stored. */
interface StoredBooking {
  readonly rental: number;
  readonly currency: string;
  readonly canceled: boolean;
}

async function storedBooking({ write }: ImportContext, id: number): Promise<StoredBooking | undefined> {
  return write.transaction.row<StoredBooking>(
    `select rental_id as rental, currency, ${canceledAt} is not null as canceled from bookings
     where account_id = $1 and id = $2`,
    [write.account.id, id],
  );
}
