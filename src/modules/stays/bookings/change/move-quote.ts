import Type from "typebox";
import { formatHundredths } from "../../../../core/hundredths.ts";
import { bookingReference } from "../../../../core/reference.ts";
import { boolean, decimal, integer, string, time } from "../../../../kernel/attribute.ts";
import type { ErrorsByAttribute } from "../../../../kernel/errors.ts";
import type { ComputedAnswer } from "../../../../kernel/route.ts";
import type { LiveQuote } from "../../../pricing/rates/quote/live-quote.ts";
import { type InTheWay, membersOf } from "../../../pricing/rates/quote/quote-members.ts";
import { answered, priceMembers } from "../../../pricing/rates/quote/quote-schema.ts";
import type { BookingInTheWay } from "../nights/nights.ts";
import type { Stay } from "../stay.ts";

const amount = Type.Union([Type.String(), Type.Null()]);

/** What a dry run of a move answers (conventions.md, Resources beyond the catalogue): the quote as a search has it, and what stands against it. */
export const moveQuote: ComputedAnswer = {
  root: "booking_quotes",
  description: "What a move would come to. Nothing has changed.",
  attributes: {
    rental_id: integer().readOnly().present().description("The rental that the booking would be in."),
    start_at: time().readOnly().present().description("Its arrival."),
    end_at: time().readOnly().present().description("Its departure."),
    nights_free: boolean()
      .readOnly()
      .present()
      .description("Whether no other booking is in the way, nor nearer than the preparation_days of the rental."),
    in_the_way: answered(Type.Array(Type.Object({ reference: Type.String(), rental_id: Type.Integer() })))
      .present()
      .description("The bookings that are in the way, in the rental or in rentals that are linked to it."),
    problems: answered(Type.Record(Type.String(), Type.Array(Type.String())))
      .present()
      .description("What the move would be refused for now (422), by attribute; empty when it would be done."),
    booking: answered(
      Type.Object({ currency: Type.String(), initial_price: amount, discount: amount, final_price: amount }),
    )
      .present()
      .description("The booking's own prices after the move: as they were agreed, or new ones with reprice."),
    currency: string().readOnly().present().description("The rental's currency, of the quote that follows."),
    initial_price: decimal().readOnly().description("By the live quote of the stay: what the rental costs."),
    final_price: decimal().readOnly().description("By the live quote: with required fees, and taxes on top."),
    ...priceMembers(decimal),
  },
};

/** What a move would come to. */
export interface PlannedMove {
  readonly rental: { readonly id: number; readonly currency: string };
  readonly stay: Stay;
  readonly inTheWay: readonly BookingInTheWay[];
  readonly problems: ErrorsByAttribute;
  /** Of the booking, after the move; hundredths. */
  readonly prices: {
    readonly currency: string;
    readonly initialPrice: number | null;
    readonly discount: string | null;
    readonly finalPrice: number | null;
  };
  readonly quoted: LiveQuote;
}

/** The JSON text of a `moveQuote`. */
export function moveQuoteJson({ rental, stay, inTheWay, problems, prices, quoted }: PlannedMove): string {
  const isFree = inTheWay.length === 0;
  const text = (hundredths: number | null) => (hundredths === null ? null : formatHundredths(hundredths));
  const own = JSON.stringify({
    rental_id: rental.id,
    start_at: secondOf(stay.startAt),
    end_at: secondOf(stay.endAt),
    nights_free: isFree,
    in_the_way: inTheWay.map(({ id, rental: where }) => ({ reference: bookingReference(id), rental_id: where })),
    problems,
    booking: {
      currency: prices.currency,
      initial_price: text(prices.initialPrice),
      discount: prices.discount,
      final_price: text(prices.finalPrice),
    },
    currency: rental.currency,
  });
  const offer = {
    inTheWay: reasonOf(inTheWay),
    refusals: quoted.refusals,
    price: quoted.price,
    priced: quoted.priced,
  };
  const members = [...membersOf(offer, "string")].map(([name, json]) => `,"${name}":${json}`);
  return `${own.slice(0, -1)}${members.join("")}}`;
}

function reasonOf(inTheWay: readonly BookingInTheWay[]): InTheWay | undefined {
  if (inTheWay.length === 0) return undefined;
  return inTheWay.every(({ tooNear }) => tooNear) ? "preparation_days" : "nights_taken";
}

const secondOf = (instant: number): string => new Date(instant).toISOString().replace(/\.\d+Z$/, "Z");
