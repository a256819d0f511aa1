import { recordOf, recordsOf } from "../../harness/client.ts";
import { hasBooking, type Operation, taken } from "./operation.ts";

/** Adds a fee to a booking. */
export const addFee: Operation = {
  kind: "add a fee",
  weight: 5,
  may: hasBooking,
  async run({ persona, random, marker }) {
    const booking = persona.live(random);
    if (!booking) return;
    const fee = { name: marker, kind: "other", price: `${1 + random.below(50)}.25`, times_booked: 1 + random.below(3) };
    const answer = await persona.ask(random, {
      ...{ kind: "add a fee", method: "PATCH", path: `/bookings/${booking.id}/add_bookings_fee`, marker, success: 200 },
      refusals: taken,
      body: { bookings_fees: [fee] },
    });
    if (!answer) return;
    const fees = recordsOf({ ...answer, json: recordOf(answer, "bookings") }, "bookings_fees");
    booking.fees.push({ id: Math.max(...fees.map(({ id }) => Number(id))), marker });
  },
};

/** Removes a fee from a booking. */
export const removeFee: Operation = {
  kind: "remove a fee",
  weight: 3,
  may: ({ bookings }) => bookings.some(({ canceled, fees }) => !canceled && fees.length > 0),
  async run({ persona, random }) {
    const booking = persona.live(random);
    const fee = booking?.fees.at(-1);
    if (!booking || !fee) return;
    const done = await persona.ask(random, {
      ...{ kind: "remove a fee", method: "PATCH", path: `/bookings/${booking.id}/remove_bookings_fee/${fee.id}` },
      ...{ success: 200, refusals: taken },
    });
    if (done) booking.fees.pop();
  },
};
