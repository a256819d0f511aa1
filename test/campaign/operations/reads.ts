import { recordOf, recordsOf } from "../../harness/client.ts";
import type { OwnBooking, Persona } from "../persona.ts";
import { hasBooking, type Operation } from "./operation.ts";

/** Reads an own booking through any process and server, which must not show an older state. */
export const readOwn: Operation = {
  kind: "read a booking",
  weight: 10,
  may: hasBooking,
  async run({ persona, random }) {
    const booking = persona.live(random);
    if (!booking) return;
    const answer = await persona.look(random, `/bookings/${booking.id}`);
    persona.ledger.note("read a booking", "done");
    const shown = answer.status === 200 ? recordOf(answer, "bookings") : {};
    const found = { notes: shown.notes, adults: shown.adults, from: dayOf(shown.start_at), to: dayOf(shown.end_at) };
    const expected = { notes: booking.notes, adults: booking.adults, from: booking.start_at, to: booking.end_at };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      persona.ledger.surprise(
        `Booking ${booking.id} is shown as ${JSON.stringify(found)}, but was ${JSON.stringify(expected)}: ${answer.status}`,
      );
  },
};

const dayOf = (time: unknown): string => String(time).slice(0, 10);

/** Lists a rental's bookings, which must include the client's own. */
export const list: Operation = {
  kind: "list bookings",
  weight: 6,
  may: hasBooking,
  async run({ persona, random }) {
    const sample = persona.live(random);
    if (!sample) return;
    const own = ownIn(persona, sample.rental);
    const answer = await persona.look(random, `/bookings?rental_id=${sample.rental}&per_page=100&fields=id,start_at`);
    persona.ledger.note("list bookings", "done");
    if (answer.status !== 200) return persona.ledger.surprise(`A list returned ${answer.status}: ${answer.text}`);
    if (answer.headers.get("x-total-pages") !== "1") return;
    const shown = new Set(recordsOf(answer, "bookings").map(({ id }) => Number(id)));
    const missing = own.filter(({ id }) => !shown.has(id)).map(({ id }) => id);
    if (missing.length > 0)
      persona.ledger.surprise(`The list of rental ${sample.rental} lacks the bookings ${missing}.`);
  },
};

const ownIn = ({ bookings }: Persona, rental: number): OwnBooking[] =>
  bookings.filter((one) => one.rental === rental && !one.canceled && one.expiresAt === undefined);

/** Reads a booking's history, which must begin with its creation. */
export const history: Operation = {
  kind: "read a history",
  weight: 3,
  may: hasBooking,
  async run({ persona, random }) {
    const booking = persona.live(random);
    if (!booking) return;
    const answer = await persona.look(random, `/bookings/${booking.id}/history?per_page=100`);
    persona.ledger.note("read a history", "done");
    const entries = answer.status === 200 ? recordsOf(answer, "audit_entries") : [];
    const last = entries.flatMap(({ changes }) => notesIn(changes)).at(-1);
    if (entries[0]?.type !== "booking.created" || last !== booking.notes)
      persona.ledger.surprise(
        `The history of booking ${booking.id} ends with the notes "${last}", not "${booking.notes}": ${answer.status}`,
      );
  },
};

function notesIn(changes: unknown): unknown[] {
  const pair: unknown = Object(changes).notes;
  return Array.isArray(pair) ? [pair[1]] : [];
}

/** Searches for a stay. */
export const search: Operation = {
  kind: "search",
  weight: 3,
  may: () => true,
  async run({ persona, random }) {
    const from = persona.market.firstNight + random.below(290);
    const [start_at, end_at] = [from, from + 3].map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));
    const answer = await persona.look(random, `/rentals/search?start_at=${start_at}&end_at=${end_at}`);
    persona.ledger.note("search", "done");
    if (answer.status !== 200) persona.ledger.surprise(`A search returned ${answer.status}: ${answer.text}`);
  },
};
