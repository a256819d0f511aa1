import type { BilledItem, BilledTax, BookingBill } from "../../../../core/invoices/bill-to-lines.ts";
import { textIn } from "../../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { AccountTransaction } from "../../../../kernel/write/context.ts";
import type { InvoicedBooking } from "./invoiced-booking.ts";

/** A name with the account's default locale. */
type Named = { name: Translations; default_locale: string };

type StoredTax = Named & {
  /** Of the booking, for a tax on a fee. */
  bookings_fee_id: number | null;
  taxable_type: string;
  kind: string | null;
  percentage: number;
  amount: number;
  included: boolean;
};

type StoredFee = Named & { id: number; kind: string | null; price: number; times_booked: number };

/** VAT and its likes, which EN 16931 breaks down by rate. A tax of unknown kind counts by its percentage. */
const vatKinds = new Set(["value_added", "goods_and_services", "harmonized_sales", "provincial_sales", "government"]);

/** Reads a booking's bill: its rental and fees with their taxes, names in the invoice's language. @throws Error without a price */
export async function readBill(
  { transaction, account }: AccountTransaction,
  booking: InvoicedBooking,
  language: string,
): Promise<BookingBill> {
  const values = [account.id, booking.id];
  const fees = await transaction.rows<StoredFee>(
    `select bookings_fees.id, bookings_fees.name, bookings_fees.kind, bookings_fees.price, bookings_fees.times_booked, accounts.default_locale
     from bookings_fees join accounts on accounts.id = $1
     where bookings_fees.account_id = $1 and bookings_fees.booking_id = $2 and bookings_fees.canceled_at is null
       and bookings_fees.included_in_price order by bookings_fees.id`,
    values,
  );
  const taxes = await transaction.rows<StoredTax>(
    `select coalesce(bookings_taxes.bookings_fee_id, (select min(bookings_fees.id) from bookings_fees
         where bookings_fees.account_id = $1 and bookings_fees.booking_id = $2 and bookings_fees.fee_id = bookings_taxes.taxable_id
           and bookings_fees.canceled_at is null and bookings_fees.included_in_price and bookings_taxes.taxable_type = 'Fee')) as bookings_fee_id, bookings_taxes.taxable_type, bookings_taxes.name, accounts.default_locale, taxes.kind,
       bookings_taxes.percentage, bookings_taxes.amount, bookings_taxes.tax_included_in_price as included
     from bookings_taxes join accounts on accounts.id = $1
     left join taxes on taxes.account_id = $1 and taxes.id = bookings_taxes.tax_id
     where bookings_taxes.account_id = $1 and bookings_taxes.booking_id = $2 and bookings_taxes.canceled_at is null order by bookings_taxes.id`,
    values,
  );
  const nameIn = ({ name, default_locale }: Named) => textIn(name, language, default_locale);
  const billed = (tax: StoredTax): BilledTax => ({
    name: nameIn(tax) ?? null,
    isVat: tax.kind === null ? tax.percentage > 0 : vatKinds.has(tax.kind),
    rate: tax.percentage,
    amount: tax.amount,
    included: tax.included,
  });
  if (booking.finalPrice === null) throw new Error("A booking without a price is invoiced.");
  const shown = new Set(fees.map(({ id }) => id));
  const price = booking.finalRentalPrice ?? 0;
  const rental: BilledItem = {
    kind: "rental",
    name: booking.rental,
    quantity: booking.nights,
    price,
    discount: Math.max(0, (booking.initialPrice ?? price) - price),
    taxes: taxes.filter(({ taxable_type }) => taxable_type === "Rental").map(billed),
  };
  const items = fees.map(
    ({ price: each, times_booked: quantity, ...fee }): BilledItem => ({
      ...{ kind: "fee", name: nameIn(fee) ?? fee.kind, quantity, price: each * quantity, discount: 0 },
      taxes: taxes.filter(({ bookings_fee_id }) => bookings_fee_id === fee.id).map(billed),
    }),
  );
  return {
    currency: booking.currency,
    items: [rental, ...items],
    otherTaxes: taxes
      .filter(
        ({ taxable_type, bookings_fee_id: fee }) => taxable_type !== "Rental" && (fee === null || !shown.has(fee)),
      )
      .map(billed),
    total: booking.finalPrice,
  };
}
