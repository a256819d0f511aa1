import type { Language } from "@roost/messages/languages.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { textIn } from "../../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";

/** A line of a bill; amounts in hundredths. */
export interface BillLine {
  readonly kind: "rental" | "fee" | "tax" | "rest";
  /** Null if the kind is name enough. */
  readonly name: string | null;
  readonly amount: number;
}

type StoredLine = {
  is_tax: boolean;
  name: Translations;
  kind: string | null;
  quantity: number;
  default_locale: string;
  amount: number;
};

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
  const rows = await transaction.rows<StoredLine>(
    `select lines.is_tax, lines.name, lines.kind, lines.quantity, accounts.default_locale, lines.amount from (
       select false as is_tax, id, name, kind, times_booked as quantity, (price * times_booked)::numeric(14, 2) as amount
       from bookings_fees where account_id = $1 and booking_id = $2 and canceled_at is null and included_in_price
       union all
       select true, id, name, null, 1, amount
       from bookings_taxes where account_id = $1 and booking_id = $2 and canceled_at is null and not tax_included_in_price
     ) as lines join accounts on accounts.id = $1 order by lines.is_tax, lines.id`,
    [account, booking],
  );
  const extras = rows.map(({ is_tax, name, kind, quantity, default_locale, amount }): BillLine => {
    const text = textIn(name, language, default_locale) ?? kind;
    return {
      kind: is_tax ? "tax" : "fee",
      name: text === null || quantity === 1 ? text : `${text} × ${quantity}`,
      amount,
    };
  });
  const lines: BillLine[] = rental === null ? extras : [{ kind: "rental", name: null, amount: rental }, ...extras];
  const rest = (total ?? 0) - lines.reduce((sum, { amount }) => sum + amount, 0);
  return total === null || rest === 0 ? lines : [...lines, { kind: "rest", name: null, amount: rest }];
}
