import type { Translations } from "../../../kernel/values/structure.ts";
import type { Site } from "./find-site.ts";
import { shownBy, shownRentals } from "./shown-rentals.ts";

/** A rental in a site's lists for machines. */
export interface SitemapRental {
  readonly id: number;
  readonly title: string;
  readonly summary: Translations;
  /** Epoch milliseconds. */
  readonly updatedAt: number;
}

/** A sitemap lists this many rentals in seven languages, below the format's 50,000 addresses. */
const maxRentals = 7000;

/** Lists a site's rentals by id. */
export async function listRentals({ scope, ...site }: Site): Promise<SitemapRental[]> {
  const rows = await scope.transaction(
    (transaction) =>
      transaction.rows<{ id: number; title: string; summary: Translations; updated_at: number }>(
        `select listed.id, listed.name as title, listed.summary, listed.updated_at from rentals as listed
         where listed.account_id = $1 and listed.id in (${shownRentals}) order by listed.id limit ${maxRentals}`,
        shownBy({ scope, ...site }),
      ),
    "read",
  );
  return rows.map(({ updated_at: updatedAt, ...row }) => ({ ...row, updatedAt }));
}
