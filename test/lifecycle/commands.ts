import fc from "fast-check";
import { recordOf, recordsOf } from "../harness/client.ts";
import { inAnHour } from "../harness/moments.ts";
import { expectStatus, type Place } from "./place.ts";
import { type Nights, nightlyRate, type State, terms, type World } from "./world.ts";

/** The model as the commands change it. */
export interface Model {
  world: World;
}

/** A step of a sequence: sends a request to the service and applies it to the model. */
export type Command = fc.AsyncCommand<Model, Place>;

/** The number of rentals in each sequence. */
export const rentals = 3;

const rental = fc.nat({ max: rentals - 1 });
/** Picks one of the existing bookings or payments. */
export const draws = fc.nat({ max: 30 });
/** Nights near the first day. */
export const nights: fc.Arbitrary<Nights> = fc
  .tuple(fc.nat({ max: 12 }), fc.integer({ min: 1, max: 4 }))
  .map(([arrival, length]) => ({ arrival, departure: arrival + length }));

/** Picks an eligible booking for a command; undefined when there is none. */
function chosen(world: World, draw: number, may: (world: World, number: number) => boolean): number | undefined {
  const candidates = world.bookings.map((_, number) => number).filter((number) => may(world, number));
  return candidates[draw % Math.max(1, candidates.length)];
}

/** Whether a booking occupies its nights. */
export const isLive = (world: World, number: number): boolean => world.bookings[number]?.ended === undefined;
const isAny = (): boolean => true;

/** A command on one of the eligible bookings. */
export function about(
  name: string,
  draw: number,
  may: (world: World, number: number) => boolean,
  act: (model: Model, place: Place, number: number) => Promise<void>,
): Command {
  return {
    check: ({ world }) => chosen(world, draw, may) !== undefined,
    async run(model, place) {
      const number = chosen(model.world, draw, may);
      if (number === undefined) throw new Error("A command ran that could not.");
      await act(model, place, number);
      await place.agreesWith(model.world);
    },
    toString: () => `${name} (draw ${draw})`,
  };
}

/** Applies a change to the model unless a night would be occupied twice, or a price be below zero. Then the service must refuse. */
export function attempt(model: Model, after: World): boolean {
  const sound = after.isSound();
  if (sound) model.world = after;
  return sound;
}

interface AskedStay {
  readonly rental: number;
  readonly nights: Nights;
  readonly state: State;
}

/** Books a stay, a hold or a block. */
export const booking = (asked: AskedStay): Command => ({
  check: () => true,
  async run(model, place) {
    const { arrival, departure } = asked.nights;
    const answer = await place.client.post(`/rentals/${place.rental(asked.rental)}/bookings`, {
      bookings: [
        {
          ...place.dates(asked.nights),
          ...(asked.state === "tentative" ? { tentative_expires_at: inAnHour() } : {}),
          ...(asked.state === "unavailable" ? { unavailable: true, initial_price: null } : {}),
        },
      ],
    });
    const initial = asked.state === "unavailable" ? null : (departure - arrival) * nightlyRate;
    const { rental, state } = asked;
    const made = {
      ...{ rental, arrival, departure, state, ended: undefined, initial, discount: null, fees: [], goodwill: 0 },
      downpayment: initial === null ? null : (initial * terms.downpayment) / 100,
      deposit: { state: "planned", hasCard: false, captured: 0 },
    } as const;
    const accepted = attempt(model, model.world.withBooking(made));
    expectStatus(answer, accepted ? 201 : 422);
    if (accepted) {
      place.bookings.push(Number(recordOf(answer, "bookings").id));
      place.fees.push([]);
    }
    await place.agreesWith(model.world);
  },
  toString: () => `book ${asked.state} in ${asked.rental}, ${asked.nights.arrival} to ${asked.nights.departure}`,
});

const book = fc
  .record({ rental, nights, state: fc.constantFrom<State>("booked", "tentative", "tentative", "unavailable") })
  .map(booking);

/** A hold that has not expired. */
export const isHold = (world: World, number: number): boolean =>
  isLive(world, number) && world.bookings[number]?.state === "tentative";

const confirm = draws.map((draw) =>
  about("confirm a hold", draw, isHold, async (model, place, number) => {
    const answer = await place.client.put(`/bookings/${place.booking(number)}`, { bookings: [{ booked: true }] });
    expectStatus(answer, 200);
    model.world = model.world.changing(number, { state: "booked" });
  }),
);

const expire = draws.map((draw) =>
  about("let a hold expire", draw, isHold, async (model, place, number) => {
    await place.expire(number);
    model.world = model.world.changing(number, { ended: "expired" });
  }),
);

const move = fc.record({ draw: draws, rental, nights, keepsRental: fc.boolean() }).map((asked) =>
  about(`move to ${JSON.stringify(asked)}`, asked.draw, isLive, async (model, place, number) => {
    const { arrival, departure } = asked.nights;
    const path = `/bookings/${place.booking(number)}`;
    const answer = asked.keepsRental
      ? await place.client.put(path, { bookings: [place.dates(asked.nights)] })
      : await place.client.post(`${path}/move`, {
          bookings: [{ ...place.dates(asked.nights), rental_id: place.rental(asked.rental) }],
        });
    const where = asked.keepsRental ? {} : { rental: asked.rental };
    const accepted = attempt(model, model.world.changing(number, { ...where, arrival, departure }));
    expectStatus(answer, accepted ? 200 : 422);
  }),
);

const cancel = draws.map((draw) =>
  about("cancel", draw, isAny, async (model, place, number) => {
    expectStatus(await place.client.delete(`/bookings/${place.booking(number)}`), 204);
    if (isLive(model.world, number)) model.world = model.world.changing(number, { ended: "canceled" });
  }),
);

const isCanceledStay = (world: World, number: number): boolean => {
  const booking = world.bookings[number];
  return booking?.ended === "canceled" && booking.state !== "tentative";
};

const reinstate = draws.map((draw) =>
  about("reinstate", draw, isCanceledStay, async (model, place, number) => {
    const answer = await place.client.put(`/bookings/${place.booking(number)}`, { bookings: [{ canceled_at: null }] });
    const accepted = attempt(model, model.world.changing(number, { ended: undefined }));
    expectStatus(answer, accepted ? 200 : 422);
  }),
);

const addFee = fc
  .record({ draw: draws, price: fc.integer({ min: 1, max: 9_999 }), times: fc.nat({ max: 4 }) })
  .map((asked) =>
    about(`add a fee of ${asked.times} × ${asked.price}`, asked.draw, isLive, async (model, place, number) => {
      const { price, times } = asked;
      const fee = { name: "Linen", kind: "other", price: price / 100, times_booked: times };
      const answer = await place.client.patch(`/bookings/${place.booking(number)}/add_bookings_fee`, {
        bookings_fees: [fee],
      });
      expectStatus(answer, 200);
      const ids = recordsOf({ ...answer, json: recordOf(answer, "bookings") }, "bookings_fees").map(({ id }) =>
        Number(id),
      );
      place.fees[number]?.push(Math.max(...ids));
      model.world = model.world.changing(number, {
        fees: [...(model.world.bookings[number]?.fees ?? []), { price, times }],
      });
    }),
  );

const hasFee = (world: World, number: number): boolean =>
  isLive(world, number) && (world.bookings[number]?.fees.length ?? 0) > 0;

const removeFee = draws.map((draw) =>
  about("remove the last fee", draw, hasFee, async (model, place, number) => {
    const id = place.fees[number]?.at(-1);
    const answer = await place.client.patch(`/bookings/${place.booking(number)}/remove_bookings_fee/${id}`);
    const fees = model.world.bookings[number]?.fees.slice(0, -1) ?? [];
    const accepted = attempt(model, model.world.changing(number, { fees }));
    expectStatus(answer, accepted ? 200 : 422);
    if (accepted) place.fees[number]?.pop();
  }),
);

const discount = fc
  .record({ draw: draws, text: fc.constantFrom("10%", "33.33%", "12.5", "100000", "100%", "") })
  .map((asked) =>
    about(`discount by "${asked.text}"`, asked.draw, isLive, async (model, place, number) => {
      const answer = await place.client.put(`/bookings/${place.booking(number)}`, {
        bookings: [{ discount: asked.text }],
      });
      const accepted = attempt(
        model,
        model.world.changing(number, { discount: asked.text === "" ? null : asked.text }),
      );
      expectStatus(answer, accepted ? 200 : 422);
    }),
  );

/** Links some rentals. */
export const linking = (members: readonly number[]): Command => ({
  check: ({ world }) => world.groups.filter((group) => group.length > 0).length < 3,
  async run(model, place) {
    const answer = await place.client.post("/rental_link_groups", {
      rental_link_groups: [{ rental_ids: members.map((number) => place.rental(number)) }],
    });
    const accepted = attempt(model, model.world.withGroup(members));
    expectStatus(answer, accepted ? 201 : 422);
    if (accepted) place.groups.push(Number(recordOf(answer, "rental_link_groups").id));
    await place.agreesWith(model.world);
  },
  toString: () => `link ${members.join(", ")}`,
});
const link = fc.uniqueArray(rental, { minLength: 2, maxLength: rentals }).map(linking);

const unlink = draws.map((draw): Command => {
  const groupOf = (world: World): number | undefined => {
    const there = world.groups.flatMap((group, number) => (group.length > 0 ? [number] : []));
    return there[draw % Math.max(1, there.length)];
  };
  return {
    check: ({ world }) => groupOf(world) !== undefined,
    async run(model, place) {
      const number = groupOf(model.world) ?? 0;
      expectStatus(await place.client.delete(`/rental_link_groups/${place.groups[number]}`), 204);
      model.world = model.world.withoutGroup(number);
      await place.agreesWith(model.world);
    },
    toString: () => `unlink (draw ${draw})`,
  };
});

/** The commands on bookings and links, with their weights. */
export const bookingCommands: readonly fc.Arbitrary<Command>[] = [
  book,
  book,
  book,
  confirm,
  expire,
  move,
  move,
  cancel,
  reinstate,
  addFee,
  removeFee,
  discount,
  link,
  link,
  unlink,
];
