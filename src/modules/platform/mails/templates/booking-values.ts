import Type, { type Static, type TSchema } from "typebox";

const nullable = <T extends TSchema>(type: T) => Type.Union([type, Type.Null()]);

/** The values of a mail about a booking. Amounts are hundredths, days `YYYY-MM-DD`. */
export const bookingValues = Type.Object({
  /** The guest's name; null if unknown. */
  name: nullable(Type.String()),
  reference: Type.String(),
  rental: Type.String(),
  arrival: Type.String(),
  departure: Type.String(),
  /** Hours such as 16:30; null if none were agreed. */
  checkin: nullable(Type.String()),
  checkout: nullable(Type.String()),
  adults: nullable(Type.Integer()),
  children: nullable(Type.Integer()),
  currency: Type.String(),
  /** They add up to the total. */
  lines: Type.Array(
    Type.Object({
      kind: Type.Enum(["rental", "fee", "tax", "rest"]),
      name: nullable(Type.String()),
      amount: Type.Integer(),
    }),
  ),
  total: nullable(Type.Integer()),
  paid: Type.Integer(),
  /** Not less than zero. */
  left: Type.Integer(),
  /** The part of it that is due now; absent from mails that 0.1.0 has queued. */
  dueNow: Type.Optional(Type.Integer()),
  dueOn: nullable(Type.String()),
  /** The last day of free cancelation; null if it has passed, or none was agreed. */
  freeUntil: nullable(Type.String()),
  /** The cost of canceling from each day on, earliest first. */
  penalties: Type.Array(Type.Object({ from: Type.String(), percentage: Type.Number() })),
  /** The damage deposit: its captured amount, and the host's text. Absent from other mails. */
  deposit: Type.Optional(
    Type.Object({
      amount: Type.Integer(),
      /** The reason why the last authorization was refused, in the gateway's English, or why a part was captured. */
      reason: nullable(Type.String()),
      message: nullable(Type.String()),
      /** The planned day of the authorization. */
      from: nullable(Type.String()),
      releasedOn: Type.String(),
    }),
  ),
  /** The host's contacts: addresses and numbers. */
  contacts: Type.Array(Type.String()),
});

/** The values of a mail about a booking. */
export type BookingValues = Static<typeof bookingValues>;
