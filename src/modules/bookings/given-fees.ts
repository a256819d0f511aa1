import { unitPriceFor } from "../../core/pricing/bill.ts";
import { ValidationErrors } from "../../kernel/errors.ts";
import { isObject } from "../../kernel/values/structure.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import type { Draft } from "../../kernel/write/draft.ts";
import { priceColumn } from "./booking-columns.ts";
import { type Part, readParts, tell } from "./booking-parts.ts";
import { bookingsFee } from "./bookings-fee.ts";
import type { EngineBook } from "./engine-prices.ts";
import { checkFeeItself, type FeeOrigin, feeColumns } from "./fee-columns.ts";
import type { NewFee } from "./new-lines.ts";

const { attributes, relations } = bookingsFee;
const rentalsFeeId = relations.rentals_fee.written?.attribute;

/** A fee of the body, checked, but for its price: that may follow from the fee that it is tied to. */
export interface GivenFee {
  readonly draft: Draft;
  readonly origin: FeeOrigin | undefined;
  /** Its price is the origin's, for the stay. */
  readonly isOpen: boolean;
}

/** Whether a fee of a list in a body leaves its price to the fee behind it; anything that is no such list says nothing. */
export function leavesPriceOpen(input: unknown): boolean {
  return Array.isArray(input) && input.some((fee: unknown) => isObject(fee) && (fee.price ?? null) === null);
}

/** Reads the fees of a body for a booking of a rental. */
export function readFees(
  context: WriteContext,
  rentalId: number,
  input: unknown,
  errors: ValidationErrors,
): Promise<GivenFee[]> {
  const make = async ({ draft, own }: Part): Promise<GivenFee> => {
    const rentalsFee = rentalsFeeId && draft.given(rentalsFeeId);
    const origin = typeof rentalsFee === "number" ? await originOf(context, rentalId, rentalsFee, own) : undefined;
    const timesBooked = draft.given(attributes.times_booked) ?? 1;
    if (origin && origin.maximum_bookable !== null && timesBooked > origin.maximum_bookable) {
      own.add("times_booked", `must be less than or equal to ${origin.maximum_bookable}`);
    }
    checkFeeItself(context, draft, origin, own);
    const isOpen = typeof draft.given(attributes.price) !== "number" && !own.has("price");
    if (isOpen && typeof rentalsFee !== "number" && !own.has("rentals_fee_id")) own.add("price", "can't be blank");
    return { draft, origin, isOpen };
  };
  return readParts(context, { resource: bookingsFee, name: "bookings_fees", input, make }, errors);
}

/**
 * The given fees with their prices: one that is left open is the unit price of the rentals fee for this stay (bookings.md, Money). How
 * often it is booked is not: that is 1 unless it is given.
 * @param engine undefined where the engine has no prices for this booking
 * @param rentalPrice what percentages are of (hundredths); null where there is none
 */
export function pricedFees(
  context: WriteContext,
  fees: readonly GivenFee[],
  engine: EngineBook | undefined,
  rentalPrice: number | null,
  errors: ValidationErrors,
): NewFee[] {
  return fees.map(({ draft, origin, isOpen }, index) => {
    const own = new ValidationErrors();
    const given = draft.given(attributes.price);
    const price = given ?? (origin && engine && unitPriceFor(engine.book, engine.stay, rentalPrice, origin.id));
    // Where a stay or a guest is wrong, there is no engine to ask: that has been told, and would make no sense here.
    if (isOpen && price === undefined && errors.isEmpty)
      own.add("price", "can't be blank: there is none for this stay");
    tell("bookings_fees", index, own, errors);
    return {
      origin: "given",
      draft,
      fee: origin?.fee_id ?? null,
      line: { price: price ?? 0, timesBooked: draft.given(attributes.times_booked) ?? 1, includedInPrice: true },
      columns: {
        price: priceColumn(price ?? 0),
        ...feeColumns(context, draft, origin),
      },
    };
  });
}

/** The rentals fee that a booking's fee is tied to; it must be one of the booking's rental. */
async function originOf(
  context: WriteContext,
  rentalId: number,
  id: number,
  errors: ValidationErrors,
): Promise<FeeOrigin | undefined> {
  const row = await context.transaction.row<FeeOrigin & { [column: string]: unknown }>(
    `select rentals_fees.id, rentals_fees.fee_id, fees.name, fees.kind, rentals_fees.required, rentals_fees.public,
       rentals_fees.maximum_bookable
     from rentals_fees join fees on fees.account_id = rentals_fees.account_id and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = $1 and rentals_fees.id = $2 and rentals_fees.rental_id = $3 and rentals_fees.archived_at is null`,
    [context.account.id, id, rentalId],
  );
  if (!row) errors.add("rentals_fee_id", "must be a fee of the booking's rental");
  return row;
}
