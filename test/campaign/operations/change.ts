import { hasBooking, type Operation, someNights, taken } from "./operation.ts";

/** Moves a booking with its mirrors to other nights, and perhaps another rental. */
export const move: Operation = {
  kind: "move",
  weight: 12,
  may: hasBooking,
  async run(step) {
    const { persona, random } = step;
    const booking = persona.live(random);
    if (!booking) return;
    const { rental, ...nights } = someNights(step);
    const done = await persona.ask(random, {
      ...{ kind: "move", method: "POST", path: `/bookings/${booking.id}/move`, success: 200, refusals: taken },
      body: { bookings: [{ rental_id: rental, ...nights }] },
    });
    if (done) Object.assign(booking, { rental, ...nights });
  },
};

/** Changes a booking's attributes that only this client changes. */
export const change: Operation = {
  kind: "change",
  weight: 10,
  may: hasBooking,
  async run({ persona, random, marker }) {
    const booking = persona.live(random);
    if (!booking) return;
    const changed = { notes: `changed by ${marker}`, adults: 1 + random.below(6) };
    const done = await persona.ask(random, {
      ...{ kind: "change", method: "PUT", path: `/bookings/${booking.id}`, success: 200, refusals: taken },
      body: { bookings: [changed] },
    });
    if (done) Object.assign(booking, changed);
  },
};

/** Confirms a hold. */
export const confirm: Operation = {
  kind: "confirm",
  weight: 5,
  may: ({ bookings }) => bookings.some(({ canceled, expiresAt }) => !canceled && expiresAt !== undefined),
  async run({ persona, random }) {
    const holds = persona.bookings.filter(({ canceled, expiresAt }) => !canceled && (expiresAt ?? 0) > Date.now());
    const booking = random.pick(holds);
    if (!booking) return;
    const done = await persona.ask(random, {
      ...{ kind: "confirm", method: "PUT", path: `/bookings/${booking.id}`, success: 200, refusals: taken },
      body: { bookings: [{ booked: true }] },
    });
    if (done) booking.expiresAt = undefined;
    else if ((booking.expiresAt ?? 0) <= Date.now()) booking.canceled = true;
  },
};

/** Cancels a booking. */
export const cancel: Operation = {
  kind: "cancel",
  weight: 14,
  may: hasBooking,
  async run({ persona, random }) {
    const booking = persona.live(random);
    if (!booking) return;
    const done = await persona.ask(random, {
      ...{ kind: "cancel", method: "DELETE", path: `/bookings/${booking.id}`, success: 204 },
    });
    if (done) booking.canceled = true;
  },
};
