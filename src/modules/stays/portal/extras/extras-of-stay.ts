import { dayOfInstant, formatDay } from "../../../../core/day.ts";
import { unitPriceFor } from "../../../../core/pricing/bill.ts";
import { unitsOfExtra } from "../../../../core/pricing/extras.ts";
import { localTime } from "../../../../core/time-zone.ts";
import { textIn } from "../../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { WriteContext } from "../../../../kernel/write/context.ts";
import { readPricing } from "../../bookings/bill/booking-fees.ts";
import { unitsInUse } from "../../bookings/bill/fee-stock.ts";
import { readPortalStay } from "../read-stay.ts";

/** An extra that a guest can book now. */
export interface Extra {
  /** The id in `rentals_fees`. */
  readonly id: number;
  readonly fee: number;
  readonly name: string;
  readonly headline: string | undefined;
  /** The price of one unit for this stay, in hundredths of the booking's currency. */
  readonly price: number;
  /** Units of it on this booking. */
  readonly booked: number;
  /** The numbers of further units to choose from, without zero: a fee of all persons or nights has one. */
  readonly available: readonly number[];
  /** Units of the fee that all its extras share; null without a stock. */
  readonly inStock: number | null;
}

const hourMs = 3_600_000;

type StoredFee = {
  id: number;
  fee: number;
  name: Translations;
  headline: Translations;
  stock: number | null;
  cutoff_hours: number | null;
  booked: number;
  in_use: number;
};

/**
 * Reads the public optional fees of a stay that its guest can book now: applicable on the arrival day, before their cut-off, and in stock.
 * @param language of the names
 */
export async function extrasOfStay(context: WriteContext, booking: number, language: string): Promise<Extra[]> {
  const { transaction, account, now } = context;
  const stay = await readPortalStay(transaction, { account: account.id, booking });
  const rentalNow = localTime(stay.timeZone, now);
  if (!stay.isBooked || stay.isCanceled || stay.isLocked || rentalNow >= stay.departureAt) return [];
  const fees = await transaction.rows<StoredFee>(
    `select rentals_fees.id, fees.id as fee, fees.name, fees.headline, fees.stock, fees.cutoff_hours,
       coalesce((select sum(times_booked) from bookings_fees where bookings_fees.account_id = $1 and bookings_fees.booking_id = $2
         and bookings_fees.rentals_fee_id = rentals_fees.id and bookings_fees.canceled_at is null), 0)::integer as booked,
       case when fees.stock is null then 0 else ${unitsInUse({ arrival: "$4::date", departure: "$5::date" })} end as in_use
     from rentals_fees join fees on fees.account_id = $1 and fees.id = rentals_fees.fee_id and fees.archived_at is null
     where rentals_fees.account_id = $1 and rentals_fees.rental_id = $3 and rentals_fees.public and not rentals_fees.required
       and rentals_fees.archived_at is null order by rentals_fees.id`,
    [account.id, booking, stay.rentalId, ...[stay.startAt, stay.endAt].map((at) => formatDay(dayOfInstant(at)))],
  );
  const rental = { id: stay.rentalId, currency: stay.rentalCurrency };
  const { engine, rentalPrice } = await readPricing(context, rental, booking);
  return fees.flatMap((fee) => {
    const isClosed = fee.cutoff_hours !== null && rentalNow > stay.arrivalAt - fee.cutoff_hours * hourMs;
    const declared = engine?.book.fees.find(({ id }) => id === fee.id);
    if (!engine || isClosed || !declared) return [];
    const price = unitPriceFor(engine.book, engine.stay, rentalPrice, fee.id);
    const inStock = fee.stock === null ? null : fee.stock - fee.in_use;
    const available = unitsOfExtra(declared, engine.stay)
      .map((units) => units - fee.booked)
      .filter((units) => units > 0 && (inStock === null || units <= inStock));
    if (price === undefined || available.length === 0) return [];
    const text = (texts: Translations) => textIn(texts, language, account.defaultLocale);
    const { id, booked } = fee;
    const name = text(fee.name) ?? "";
    return [{ id, fee: fee.fee, name, headline: text(fee.headline), price, booked, available, inStock }];
  });
}
