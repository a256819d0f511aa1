import type { Json } from "../../harness/client.ts";
import type { Persona } from "../persona.ts";
import { type Operation, type Step, someNights, taken } from "./operation.ts";

/** The maximum number of a client's live bookings. */
const maxBookings = 16;

const hasRoom = ({ bookings }: Persona): boolean => bookings.filter(({ canceled }) => !canceled).length < maxBookings;

/** Books a stay at its own price or at the rental's. */
export const book: Operation = {
  kind: "book",
  weight: 20,
  may: hasRoom,
  async run(step) {
    const { random } = step;
    const priced = random.below(2) === 0 ? { initial_price: `${100 + random.below(900)}.50`, discount: "10%" } : {};
    await make(
      step,
      "book",
      random.below(10) === 0 ? { unavailable: true, initial_price: null } : { booked: true, ...priced },
      undefined,
    );
  },
};

/** Holds a stay for some seconds or an hour. */
export const hold: Operation = {
  kind: "hold",
  weight: 10,
  may: hasRoom,
  async run(step) {
    const seconds = step.random.below(3) === 0 ? 3600 : 3 + step.random.below(20);
    const expiresAt = 1000 * Math.ceil(Date.now() / 1000 + seconds);
    await make(step, "hold", { tentative_expires_at: new Date(expiresAt).toISOString() }, expiresAt);
  },
};

async function make(step: Step, kind: string, state: Json, expiresAt: number | undefined): Promise<void> {
  const { persona, random, marker } = step;
  const { rental, ...nights } = someNights(step);
  const adults = 1 + random.below(4);
  const record = await persona.make(random, "bookings", {
    ...{ kind, method: "POST", path: `/rentals/${rental}/bookings`, marker, success: 201, refusals: taken },
    body: { bookings: [{ ...nights, ...state, adults, notes: marker, external_reference: marker }] },
  });
  if (!record) return;
  const own = { id: Number(record.id), marker, rental, ...nights, notes: marker, adults, canceled: false, expiresAt };
  persona.bookings.push({ ...own, fees: [], cash: [] });
  if (rental === persona.rental && state.booked === true && !("initial_price" in state)) comparePrice(step, record);
}

/** Compares the price with the last one that this client set: no process may use an older one. Seasons price the seventh rental. */
function comparePrice({ persona, marker }: Step, record: Json): void {
  if (persona.rental === persona.market.rentals[6]) return;
  const nights = Math.round(
    (Date.parse(`${record.end_at}`.slice(0, 10)) - Date.parse(`${record.start_at}`.slice(0, 10))) / 86_400_000,
  );
  if (Number(record.initial_price) !== nights * persona.rate)
    persona.ledger.surprise(`${marker} costs ${record.initial_price} for ${nights} nights at ${persona.rate} each.`);
  persona.ledger.note("price compared", "done");
}
