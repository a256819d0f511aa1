import { lazy } from "../../../core/lazy.ts";
import type { AccountTransaction } from "../../../kernel/write/context.ts";

/** A review's author as shown to the public (service.md, Review). */
export interface Reviewer {
  readonly name: string | null;
  readonly country_code: string | null;
}

/** A stay's guest as a reviewer; blank without a guest. */
export async function reviewerOf(
  { transaction, account }: AccountTransaction,
  client: number | null,
): Promise<Reviewer> {
  const row = await transaction.row<{ firstname: string | null; lastname: string | null; country: string | null }>(
    `select firstname, lastname, (
       select address->>'country_code' from json_array_elements(addresses) with ordinality as listed (address, place)
       where address->>'country_code' <> '' order by place limit 1
     ) as country
     from clients where account_id = $1 and id = $2`,
    [account.id, client],
  );
  return { name: croppedName(row?.firstname, row?.lastname), country_code: row?.country ?? null };
}

/** `John` and `Smith` become `John S.`; null without any name. */
export function croppedName(firstname: string | null | undefined, lastname: string | null | undefined): string | null {
  const [initial] = graphemes().segment(lastname?.trim() ?? "");
  const parts = [firstname?.trim(), initial && `${initial.segment}.`];
  return parts.filter(Boolean).join(" ") || null;
}

/** One visible letter may be several code points. */
const graphemes = lazy(() => new Intl.Segmenter());
