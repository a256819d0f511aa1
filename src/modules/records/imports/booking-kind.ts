import { invalid, RequestError, ValidationErrors } from "../../../kernel/errors.ts";
import { bookingElement, statusNames, statusOf } from "./booking-element.ts";
import { clientElement } from "./client-element.ts";
import { type ImportContext, operationAt, perform } from "./import-context.ts";
import type { RecordKind, ReferencedLine } from "./import-records.ts";
import {
  clientsByEmail,
  clientsByReference,
  type Find,
  linkedGroups,
  rentalsByName,
  sourcesByName,
} from "./referred.ts";

/** Bookings, and what else was made for them. */
export interface BookingKind extends RecordKind {
  /** How many clients were made of columns `client.…`. */
  readonly clients: () => number;
  /** The line that made a booking. */
  readonly lineOf: (booking: number) => number | undefined;
}

const texts = (lines: readonly ReferencedLine[], column: string): string[] => [
  ...new Set(lines.flatMap(({ values }) => (values[column] === undefined ? [] : [String(values[column])]))),
];

/** What the lines refer to, found for all of them at once. */
export async function bookingKind(context: ImportContext, lines: readonly ReferencedLine[]): Promise<BookingKind> {
  const { write, routes } = context;
  const create = operationAt(routes, "POST", "/rentals/:rental_id/bookings");
  const update = operationAt(routes, "PUT", "/bookings/:booking_id");
  const [rentals, clients, sources, groupOf, emails] = await Promise.all([
    rentalsByName(write, texts(lines, "rental")),
    clientsByReference(write, texts(lines, "client")),
    sourcesByName(write, texts(lines, "source")),
    linkedGroups(write),
    clientsByEmail(
      write,
      texts(lines, "client.email").map((email) => email.toLowerCase()),
    ),
  ]);
  const guests = new Guests(context, emails);
  const madeBy = new Map<number, number>();
  const now = new Date(write.now).toISOString();
  const rentalOf = ({ values }: ReferencedLine) => idIn(values, "rental", rentals);

  const bodyOf = async (line: ReferencedLine, canceledAt: string | undefined): Promise<{ bookings: unknown[] }> => {
    const { values } = line;
    const errors = new ValidationErrors();
    const element = bookingElement(write.registry, values, context.mapping, canceledAt);
    if (values.status !== undefined && statusOf(values) === undefined)
      errors.add("status", `must be one of: ${statusNames.join(", ")}`);
    if (statusOf(values) === "tentative" && values.tentative_expires_at === undefined)
      errors.add("tentative_expires_at", "can't be blank for a tentative booking");
    const client = found(idIn(values, "client", clients), "client", errors);
    const source = found(idIn(values, "source", sources), "source", errors);
    errors.throwIfAny();
    const guest = client ?? (await guests.of(values));
    return {
      bookings: [
        {
          ...element,
          ...(guest === undefined ? {} : { client_id: guest }),
          ...(source === undefined ? {} : { source_id: source }),
        },
      ],
    };
  };
  return {
    kind: "bookings",
    async create(line) {
      const errors = new ValidationErrors();
      const rental = found(rentalOf(line), "rental", errors);
      if (rental === undefined && errors.isEmpty) errors.add("rental", "can't be blank");
      errors.throwIfAny();
      const id = await perform(context, create, { rental_id: rental ?? 0 }, await bodyOf(line, now)).catch(
        (error: unknown) => {
          if (error instanceof RequestError && error.code === "not_found") throw invalid({ rental_id: ["must exist"] });
          throw error;
        },
      );
      madeBy.set(id, line.line);
      return id;
    },
    async update(line, id) {
      const rental = rentalOf(line);
      const stored = await storedBooking(context, id);
      // One that is canceled stays canceled as of the same moment, whatever else has changed.
      const body = await bodyOf(line, stored?.canceled ? undefined : now);
      if (typeof rental === "number" && stored?.rental !== rental)
        throw invalid({ rental: ["is another one than that of the booking: move it"] });
      await perform(context, update, { booking_id: id }, body);
    },
    chainOf: (line) => {
      const rental = rentalOf(line);
      return typeof rental === "number" ? groupOf(rental) : line.reference;
    },
    clients: () => guests.made,
    lineOf: (booking) => madeBy.get(booking),
  };
}

async function storedBooking({ write }: ImportContext, id: number) {
  return write.transaction.row<{ rental: number; canceled: boolean }>(
    "select rental_id as rental, canceled_at is not null as canceled from bookings where account_id = $1 and id = $2",
    [write.account.id, id],
  );
}

/** What a line refers to: by its id, or by a name. Undefined where it does not; null where there is no such thing. */
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

function found(
  id: number | "several" | null | undefined,
  column: string,
  errors: ValidationErrors,
): number | undefined {
  if (id === null) errors.add(column, "must exist");
  if (id === "several") errors.add(column, `is the name of several ${column}s: give its ${column}_id`);
  return typeof id === "number" ? id : undefined;
}

/** The clients of columns `client.…`: one for each e-mail address, and one for each line without one. */
class Guests {
  made = 0;
  private readonly context: ImportContext;
  private readonly byEmail = new Map<string, Promise<number>>();

  constructor(context: ImportContext, known: ReadonlyMap<string, number>) {
    this.context = context;
    for (const [email, id] of known) this.byEmail.set(email, Promise.resolve(id));
  }

  async of(values: Readonly<Record<string, unknown>>): Promise<number | undefined> {
    const own = Object.entries(values).flatMap(([name, value]) =>
      name.startsWith("client.") ? [[name.slice("client.".length), value] as const] : [],
    );
    if (own.length === 0) return undefined;
    const guest = Object.fromEntries(own);
    const email = guest.email === undefined ? undefined : String(guest.email).toLowerCase();
    const known = email === undefined ? undefined : this.byEmail.get(email);
    if (known) return known;
    const making = this.make(guest);
    if (email !== undefined) this.byEmail.set(email, making);
    return making;
  }

  private async make(guest: Readonly<Record<string, unknown>>): Promise<number> {
    const { context } = this;
    const { external_reference: _, ...values } = guest;
    const element = clientElement(context.write.registry, values, context.mapping);
    const create = operationAt(context.routes, "POST", "/clients");
    const id = await perform(context, create, {}, { clients: [element] }).catch((error: unknown) => {
      if (!(error instanceof RequestError) || !error.messages) throw error;
      const named = Object.entries(error.messages).map(([name, reasons]) => [`client.${name}`, reasons] as const);
      throw invalid(Object.fromEntries(named));
    });
    this.made++;
    return id;
  }
}
