import type { Language } from "@roost/messages/languages.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";

/** A line of a bill; amounts in hundredths. */
export interface BillLine {
  readonly kind: "rental" | "fee" | "tax" | "rest";
  /** Null if the kind is name enough. */
  readonly name: string | null;
  readonly amount: number;
}

/**
 * Lists the guest's bill: the rental, the fees and taxes in the price, and any remaining difference. The lines add up to the total.
 * Prices are hundredths; null without an agreed price.
 */
export async function billLines(
  transaction: Transaction,
  { account, booking }: { readonly account: number; readonly booking: number },
  language: Language,
  { rental, total }: { readonly rental: number | null; readonly total: number | null },
): Promise<BillLine[]> {
  const rows = await transaction.rows<{ is_tax: boolean; name: string | null; amount: number }>(
    `select lines.place = 2 as is_tax, lines.name, lines.amount from (
       select 1 as place, id, coalesce(name ->> $3, name ->> (select default_locale from accounts where id = $1), kind)
           || case when times_booked = 1 then '' else ' × ' || times_booked end as name,
         (price * times_booked)::numeric(14, 2) as amount
       from bookings_fees where account_id = $1 and booking_id = $2 and canceled_at is null and included_in_price
       union all
       select 2, id, coalesce(name ->> $3, name ->> (select default_locale from accounts where id = $1)), amount
       from bookings_taxes where account_id = $1 and booking_id = $2 and canceled_at is null and not tax_included_in_price
     ) as lines order by lines.place, lines.id`,
    [account, booking, language],
  );
  const extras = rows.map(({ is_tax, ...line }) => ({ ...line, kind: is_tax ? ("tax" as const) : ("fee" as const) }));
  const lines: BillLine[] = rental === null ? extras : [{ kind: "rental", name: null, amount: rental }, ...extras];
  const rest = (total ?? 0) - lines.reduce((sum, { amount }) => sum + amount, 0);
  return total === null || rest === 0 ? lines : [...lines, { kind: "rest", name: null, amount: rest }];
}
