import type { Transaction } from "../../../database/sql/transaction.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import type { SitePhoto } from "./photo-files.ts";

/** A rental in a list. Amounts and ratings in hundredths. */
export interface RentalCard {
  readonly id: number;
  readonly name: string;
  readonly headline: Translations;
  readonly summary: Translations;
  readonly city: string | null;
  readonly countryCode: string | null;
  /** The most guests; null for any number. */
  readonly guests: number | null;
  readonly bedrooms: number | null;
  readonly bathrooms: number | null;
  readonly reviews: number;
  readonly rating: number | null;
  /** The lowest nightly price; null without any. */
  readonly minPrice: number | null;
  readonly currency: string;
  readonly photo: SitePhoto | undefined;
}

/** Reads rentals as cards, in the order of their ids. */
export async function readCards(
  transaction: Transaction,
  account: number,
  ids: readonly number[],
): Promise<RentalCard[]> {
  const rows = await transaction.rows<{
    id: number;
    name: string;
    headline: Translations;
    summary: Translations;
    city: string | null;
    country_code: string | null;
    guests: number | null;
    bedrooms_count: number | null;
    bathrooms_count: number | null;
    reviews_count: number;
    reviews_average_rating: number | null;
    min_price: number | null;
    currency: string;
    token: string | null;
    width: number | null;
    height: number | null;
  }>(
    `select rentals.id, rentals.name, rentals.headline, rentals.summary, rentals.city, rentals.country_code,
       coalesce(nullif(rentals.sleeps_max, 0), nullif(rentals.sleeps, 0)) as guests, rentals.bedrooms_count,
       rentals.bathrooms_count, rentals.reviews_count, rentals.reviews_average_rating, rentals.min_price,
       rentals.currency, photo.token, photo.width, photo.height
     from rentals left join lateral (
       select photos.rendition_token as token, photos.width, photos.height from photos
       where photos.account_id = $1 and photos.rental_id = rentals.id and photos.deleted_at is null
         and photos.rendition_token is not null order by photos.position limit 1
     ) as photo on true
     where rentals.account_id = $1 and rentals.id = any ($2::bigint[])`,
    [account, `{${ids.join(",")}}`],
  );
  const cards = new Map(
    rows.map(({ country_code, bedrooms_count, bathrooms_count, reviews_count, min_price, ...row }) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        headline: row.headline,
        summary: row.summary,
        city: row.city,
        countryCode: country_code,
        guests: row.guests,
        bedrooms: bedrooms_count,
        bathrooms: bathrooms_count,
        reviews: reviews_count,
        rating: row.reviews_average_rating,
        minPrice: min_price,
        currency: row.currency,
        photo:
          row.token === null || row.width === null || row.height === null
            ? undefined
            : { token: row.token, width: row.width, height: row.height },
      },
    ]),
  );
  return ids.flatMap((id) => cards.get(id) ?? []);
}
