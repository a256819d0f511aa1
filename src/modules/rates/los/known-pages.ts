import type { ContentMoment } from "../../../database/content-version.ts";
import { cachedByVersion } from "../../../kernel/application-cache.ts";
import type { Caller } from "../../../kernel/caller.ts";
import type { Reader } from "../../../kernel/read/read-scope.ts";
import { isAlive, type Lifetime } from "../../occupancy/content-lifetime.ts";
import { pricesVersion, pricesVersionJoins } from "../prices-version.ts";
import type { LosQuery } from "./los-query.ts";
import type { LosPage } from "./los-sources.ts";

/** A page as it was read, and the tag of its answer. */
export interface TaggedPage {
  readonly page: LosPage;
  readonly tag: string;
}

interface Known extends TaggedPage {
  readonly state: string;
  /** Undefined where the caller reaches several accounts. */
  readonly lifetime: Lifetime | undefined;
}

/** Milliseconds. In every time zone a day begins with a quarter of an hour. */
const quarterOfAnHour = 900_000;

const mostPages = 300;

/**
 * Pages of sources by who asked for what (docs/decisions/0052). A page is used while nothing that the account shows has changed, which a request
 * knows when it is let in, or else for the state alone that it was read in, which the request itself has to read. The end of a day is in
 * neither: a page is used within its quarter of an hour.
 */
export class KnownPages {
  readonly #known = new Map<string, Known>();
  #quarter = 0;

  /** Whether it is worth to read the state for `find`. @param now epoch milliseconds */
  has(key: string, now: number): boolean {
    return quarterOf(now) === this.#quarter && this.#known.has(key);
  }

  /** The page, where nothing has changed in the account since. @param now epoch milliseconds */
  findUnchanged(key: string, content: ContentMoment, now: number): TaggedPage | undefined {
    const known = this.has(key, now) ? this.#known.get(key) : undefined;
    return known?.lifetime && isAlive(known.lifetime, content) ? known : undefined;
  }

  /**
   * The page, where it would be read the same now.
   * @param state what `readState` has just read @param lifetime as it was before that
   */
  find(key: string, state: string, lifetime: Lifetime | undefined): TaggedPage | undefined {
    const known = this.#known.get(key);
    if (known?.state !== state) return undefined;
    this.#known.set(key, { ...known, lifetime });
    return known;
  }

  /** @param as what was read no later than the page @param now at which the page is, as `has` has it */
  keep(key: string, as: Pick<Known, "state" | "lifetime">, tagged: TaggedPage, now: number): void {
    if (tagged.page.exchanging) return;
    if (quarterOf(now) !== this.#quarter) this.#known.clear();
    this.#quarter = quarterOf(now);
    this.#known.delete(key);
    this.#known.set(key, { ...tagged, ...as });
    if (this.#known.size <= mostPages) return;
    // A Map is in order of insertion: the one that was read longest ago goes.
    for (const oldest of this.#known.keys()) return void this.#known.delete(oldest);
  }
}

const quarterOf = (now: number): number => Math.floor(now / quarterOfAnHour);

/** The known pages of a process. */
export const knownPages = cachedByVersion(() => new KnownPages());

/** Who asks for what: all that decides which page is read, but the state of the rentals and the time. */
export function pageKey({ accounts, application, publishedOnly }: Caller, query: LosQuery): string {
  const fields = query.fields && [...query.fields].sort();
  return JSON.stringify([accounts, application, publishedOnly, { ...query, fields }]);
}

// The last end of a hold is in it: until a job comes by, it moves no version.
const statement = {
  name: "state of rentals with length-of-stay records",
  text: `select string_agg(concat_ws(' ', rentals.id, ${pricesVersion}, rentals.calendar_version, (
        select max(bookings.tentative_expires_at) from bookings
        where bookings.account_id = rentals.account_id and bookings.rental_id = rentals.id and bookings.canceled_at is null
          and bookings.tentative_expires_at <= now()
      )), ',' order by rentals.id)
    from rentals ${pricesVersionJoins}
    where rentals.account_id = any($1::bigint[]) and rentals.id = any($2::bigint[]) and rentals.deleted_at is null
      and ($3::boolean is false or rentals.published_at is not null)`,
};

/** Reads with one statement which rentals of a query the caller sees, and the versions of their prices and calendars. */
export async function readState(
  reader: Reader,
  { accounts, publishedOnly }: Caller,
  { rentals }: LosQuery,
): Promise<string> {
  const [row] = await reader.read(statement, [accounts, rentals, publishedOnly]);
  return row?.[0] ?? "";
}
