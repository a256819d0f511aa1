import { unitPriceFor } from "../../../../core/pricing/bill.ts";
import type { ValidationErrors } from "../../../../kernel/errors.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import type { Element } from "../../../../kernel/write/input/draft.ts";
import { priceColumn } from "../booking-columns.ts";
import { bookingsFee } from "./bookings-fee.ts";
import type { EngineBook } from "./engine-prices.ts";
import { checkFeeItself, type FeeOrigin, feeColumns } from "./fee-columns.ts";
import type { NewFee } from "./new-lines.ts";

const { attributes, relations } = bookingsFee;
const rentalsFeeId = relations.rentals_fee.written?.attribute;

/** A checked fee of the body. Its price may still come from its rentals fee. */
export interface InputFee extends Element {
  readonly origin: FeeOrigin | undefined;
  /** It takes the origin's price for the stay. */
  readonly isOpen: boolean;
}

/** Whether a fee takes its price from its rentals fee. */
export const leavesPriceOpen = ({ draft }: Element): boolean => typeof draft.input(attributes.price) !== "number";

/** Checks the fees of a booking's body. */
export async function checkFees(
  context: WriteContext,
  rentalId: number,
  fees: readonly Element[],
): Promise<InputFee[]> {
  const checked: InputFee[] = [];
  for (const fee of fees) checked.push(await checkFee(context, rentalId, fee));
  return checked;
}

async function checkFee(context: WriteContext, rentalId: number, fee: Element): Promise<InputFee> {
  const { draft, errors } = fee;
  const rentalsFee = rentalsFeeId && draft.input(rentalsFeeId);
  const origin = typeof rentalsFee === "number" ? await originOf(context, rentalId, rentalsFee, errors) : undefined;
  const timesBooked = draft.input(attributes.times_booked) ?? 1;
  if (origin && origin.maximum_bookable !== null && timesBooked > origin.maximum_bookable) {
    errors.add("times_booked", `must be less than or equal to ${origin.maximum_bookable}`);
  }
  checkFeeItself(context, draft, origin, errors);
  const isOpen = leavesPriceOpen(fee) && !errors.has("price");
  if (isOpen && typeof rentalsFee !== "number" && !errors.has("rentals_fee_id")) errors.add("price", "can't be blank");
  return { ...fee, origin, isOpen };
}

/**
 * Prices the body's fees: an omitted price is the rentals fee's unit price for this stay (bookings.md, Money). Quantities default to 1.
 * @param engine undefined if the engine has no prices for this booking
 * @param rentalPrice the base of percentages, in hundredths; null without a price
 * @param errors of the body; undefined for a trial that reports nothing
 */
export function pricedFees(
  context: WriteContext,
  fees: readonly InputFee[],
  engine: EngineBook | undefined,
  rentalPrice: number | null,
  errors: ValidationErrors | undefined,
): NewFee[] {
  return fees.map(({ draft, errors: own, origin, isOpen }) => {
    const written = draft.input(attributes.price);
    const price = written ?? (origin && engine && unitPriceFor(engine.book, engine.stay, rentalPrice, origin.id));
    // An invalid stay or guest leaves no engine; `errors` already says so.
    if (isOpen && price === undefined && errors?.isEmpty)
      own.add("price", "can't be blank: the rentals fee has no price for this stay");
    return {
      origin: "input",
      draft,
      fee: origin?.fee_id ?? null,
      line: { price: price ?? 0, timesBooked: draft.input(attributes.times_booked) ?? 1, includedInPrice: true },
      columns: {
        price: priceColumn(price ?? 0),
        ...feeColumns(context, draft, origin),
      },
    };
  });
}

/** Reads the rentals fee, which must belong to the booking's rental. */
async function originOf(
  context: WriteContext,
  rentalId: number,
  id: number,
  errors: ValidationErrors,
): Promise<FeeOrigin | undefined> {
  const row = await context.transaction.row<FeeOrigin & { [column: string]: unknown }>(
    `select rentals_fees.id, rentals_fees.fee_id, fees.name, fees.kind, rentals_fees.required, rentals_fees.public,
       rentals_fees.maximum_bookable
     from rentals_fees join fees on fees.account_id = $1 and fees.id = rentals_fees.fee_id
     where rentals_fees.account_id = $1 and rentals_fees.id = $2 and rentals_fees.rental_id = $3 and rentals_fees.archived_at is null`,
    [context.account.id, id, rentalId],
  );
  if (!row) errors.add("rentals_fee_id", "must be a fee of the booking's rental");
  return row;
}
