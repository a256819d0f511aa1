import type { Database } from "../../../database/connect/database.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Translations } from "../../../kernel/values/structure.ts";
import { isServedDomain } from "./domain/domain-record.ts";

/** A booking site that guests can see, with its account. */
export interface Site {
  /** The account's rows. Writes through it are recorded as the site's. */
  readonly scope: AccountScope;
  readonly account: number;
  readonly id: number;
  readonly settings: SiteSettings;
}

/** A site's settings. Texts are by locale. */
export interface SiteSettings {
  readonly address: string;
  /** The proven host name; null without one. */
  readonly domain: string | null;
  /** The site's name, else the business's. */
  readonly name: string;
  readonly hostName: string | null;
  /** `#rrggbb` or `#rgb`. */
  readonly color: string;
  /** The path of the logo's file; null without one. */
  readonly logoPath: string | null;
  readonly headline: Translations;
  readonly introduction: Translations;
  readonly about: Translations;
  readonly imprint: Translations;
  readonly allRentals: boolean;
  readonly showReviews: boolean;
  readonly showCalendar: boolean;
  readonly showLocation: boolean;
  readonly business: SiteBusiness;
}

/** The account's details that its site uses. */
export interface SiteBusiness {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  /** The default currency, such as EUR. */
  readonly currency: string;
  /** An IANA time zone. */
  readonly timeZone: string;
  readonly defaultLocale: string;
  readonly privacyPolicy: Translations;
}

/** The name under which a site's writes are recorded. */
const actor = "Job:booking site";

/**
 * Finds a site by the end of its `/stay/<address>`. An unknown address, a site that is switched off and a closed account are
 * indistinguishable.
 */
export async function findSite(database: Database, address: string): Promise<Site | undefined> {
  if (!/^[a-z0-9-]{3,40}$/.test(address)) return undefined;
  const [found] = await database.read({ name: "booking site at", text: "select account from booking_site_at($1)" }, [
    address,
  ]);
  if (!found) return undefined;
  const account = Number(found[0]);
  const scope = database.within([account], { actor });
  const row = await scope.transaction(
    (transaction) =>
      transaction.row<StoredSite>(
        `select booking_sites.id, booking_sites.address, case when ${isServedDomain} then booking_sites.domain end as domain, booking_sites.name, booking_sites.host_name,
           booking_sites.color, booking_sites.logo_token, booking_sites.headline, booking_sites.introduction,
           booking_sites.about, booking_sites.imprint, booking_sites.all_rentals, booking_sites.show_reviews,
           booking_sites.show_calendar, booking_sites.show_location, accounts.business_name, accounts.email,
           accounts.phone, accounts.default_currency, accounts.time_zone, accounts.default_locale,
           accounts.privacy_policy
         from booking_sites join accounts on accounts.id = booking_sites.account_id
         where booking_sites.account_id = $1 and booking_sites.enabled and booking_sites.deleted_at is null`,
        [account],
      ),
    "read",
  );
  return row && { scope, account, id: row.id, settings: settingsOf(row) };
}

type StoredSite = {
  id: number;
  address: string;
  domain: string | null;
  name: string | null;
  host_name: string | null;
  color: string;
  logo_token: string | null;
  headline: Translations;
  introduction: Translations;
  about: Translations;
  imprint: Translations;
  all_rentals: boolean;
  show_reviews: boolean;
  show_calendar: boolean;
  show_location: boolean;
  business_name: string;
  email: string | null;
  phone: string | null;
  default_currency: string;
  time_zone: string;
  default_locale: string;
  privacy_policy: Translations;
};

function settingsOf(row: StoredSite): SiteSettings {
  return {
    address: row.address,
    domain: row.domain,
    name: row.name ?? row.business_name,
    hostName: row.host_name,
    color: row.color,
    logoPath: row.logo_token === null ? null : `/files/${row.logo_token}`,
    headline: row.headline,
    introduction: row.introduction,
    about: row.about,
    imprint: row.imprint,
    allRentals: row.all_rentals,
    showReviews: row.show_reviews,
    showCalendar: row.show_calendar,
    showLocation: row.show_location,
    business: {
      name: row.business_name,
      email: row.email,
      phone: row.phone,
      currency: row.default_currency,
      timeZone: row.time_zone,
      defaultLocale: row.default_locale,
      privacyPolicy: row.privacy_policy,
    },
  };
}
