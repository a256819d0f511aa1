import type { Transaction } from "../../../database/sql/transaction.ts";
import { withAccount } from "../../../kernel/read/parameters.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import { protectionOf } from "../reviews/reviewed-guest.ts";
import type { SitePhoto } from "./photo-files.ts";

/** A rental's photo with its caption. */
export interface CaptionedPhoto extends SitePhoto {
  readonly caption: Translations;
}

/** A room, with counts of beds or fittings by their attribute's name, such as `double_beds_count`. */
export interface SiteRoom {
  readonly kind: "bedrooms" | "bathrooms" | "living_rooms";
  readonly name: Translations;
  readonly counts: Readonly<Record<string, number>>;
}

/** An amenity with the rental's details. */
export interface SiteAmenity {
  readonly key: string;
  readonly title: Translations;
  readonly details: Translations;
}

/** A review that the account lets the public see. The rating is in hundredths of a star. */
export interface SiteReview {
  readonly title: string | null;
  readonly comment: string;
  readonly name: string | null;
  readonly country_code: string | null;
  readonly rating: number | null;
  /** Epoch milliseconds. */
  readonly submitted_at: number;
  readonly reply: string | null;
}

/** Reviews on a rental's page. */
const maxReviews = 20;

export async function readPhotos(transaction: Transaction, account: number, rental: number): Promise<CaptionedPhoto[]> {
  const rows = await transaction.rows<{
    token: string | null;
    width: number | null;
    height: number | null;
    caption: Translations;
  }>(
    `select rendition_token as token, width, height, description as caption from photos
     where account_id = $1 and rental_id = $2 and deleted_at is null and rendition_token is not null order by position`,
    [account, rental],
  );
  return rows.flatMap(({ token, width, height, caption }) =>
    token === null || width === null || height === null ? [] : [{ token, width, height, caption }],
  );
}

export async function readRooms(transaction: Transaction, account: number, rental: number): Promise<SiteRoom[]> {
  const rows = await transaction.rows<{
    kind: "bedrooms" | "bathrooms" | "living_rooms";
    name: Translations;
    counts: Record<string, number>;
  }>(
    `select room.kind, room.name, room.counts from (
       select 1 as place, id, 'bedrooms' as kind, name, to_jsonb(bedrooms) as counts from bedrooms
       where account_id = $1 and rental_id = $2 and deleted_at is null
       union all select 2, id, 'living_rooms', '{}', to_jsonb(living_rooms) from living_rooms
       where account_id = $1 and rental_id = $2 and deleted_at is null
       union all select 3, id, 'bathrooms', name, to_jsonb(bathrooms) from bathrooms
       where account_id = $1 and rental_id = $2 and deleted_at is null
     ) as room order by room.place, room.id`,
    [account, rental],
  );
  return rows.map(({ kind, name, counts }) => ({
    ...{ kind, name },
    counts: Object.fromEntries(Object.entries(counts).filter(([key, count]) => key.endsWith("_count") && count > 0)),
  }));
}

export const readAmenities = (transaction: Transaction, account: number, rental: number): Promise<SiteAmenity[]> =>
  transaction.rows<{ key: string; title: Translations; details: Translations }>(
    `select amenities.key, amenities.title, rentals_amenities.details
     from rentals_amenities join amenities on amenities.id = rentals_amenities.amenity_id
     where rentals_amenities.account_id = $1 and rentals_amenities.rental_id = $2 and rentals_amenities.deleted_at is null
     order by amenities.id`,
    [account, rental],
  );

const { erased, restricted } = protectionOf("reviews");

/** The newest reviews that the account shows to the public. Reviews of erased and restricted guests are left out. */
export const readReviews = (transaction: Transaction, account: number, rental: number): Promise<SiteReview[]> =>
  transaction.rows<{
    title: string | null;
    comment: string;
    name: string | null;
    country_code: string | null;
    rating: number | null;
    submitted_at: number;
    reply: string | null;
  }>(
    `select reviews.title, reviews.comment, reviews.name, reviews.country_code, reviews.rating, reviews.submitted_at,
       (select review_replies.message from review_replies
        where review_replies.account_id = $1 and review_replies.guest_review_id = reviews.id) as reply
     from reviews where reviews.account_id = $1 and reviews.rental_id = $2 and reviews.shareable
       and reviews.dismissed_at is null and not ${withAccount(erased, "$1")} and not ${withAccount(restricted, "$1")}
     order by reviews.submitted_at desc, reviews.id desc limit ${maxReviews}`,
    [account, rental],
  );
