import { localTime } from "../../../../core/time-zone.ts";
import type { Transaction } from "../../../../database/sql/transaction.ts";
import { textIn } from "../../../../kernel/values/shown-text.ts";
import type { Translations } from "../../../../kernel/values/structure.ts";
import type { PortalStay } from "../read-stay.ts";
import type { SettingsOfStay } from "./settings-of-stay.ts";

/** The stay's guest's steps so far. */
export interface StayProgress {
  /** Paid or authorized in full. */
  readonly isPaid: boolean;
  /** Signed, or there is nothing to sign. */
  readonly isSigned: boolean;
  readonly hasForm: boolean;
}

/** The conditions that still hide the check-in details and the door code. */
export type Missing = "payment" | "agreement" | "form" | "time";

/** The house's information, or why the portal does not show it yet. */
export interface House {
  readonly missing: readonly Missing[];
  /** A reading of the rental's clock, as if in UTC: epoch milliseconds. */
  readonly releaseAt: number;
  /** Undefined while something is missing, and without any. */
  readonly details: string | undefined;
  readonly doorCode: string | undefined;
  /** The house rules, which are public. */
  readonly rules: string | undefined;
}

const hourMs = 3_600_000;

type StoredHouse = {
  checkin_details: Translations;
  house_rules: Translations;
  default_locale: string;
  door_code: string | null;
};

/** The conditions that still hide a stay's house information; undefined for a canceled, tentative or ended stay. @param now epoch milliseconds */
export function missingFor(
  stay: PortalStay,
  settings: SettingsOfStay,
  progress: StayProgress,
  now: number,
): readonly Missing[] | undefined {
  const rentalNow = localTime(stay.timeZone, now);
  if (!stay.isBooked || stay.isCanceled || rentalNow > stay.departureAt) return undefined;
  const missing: Missing[] = [];
  if (settings.releaseNeedsPayment && !progress.isPaid) missing.push("payment");
  if (settings.releaseNeedsAgreement && !progress.isSigned) missing.push("agreement");
  if (settings.releaseNeedsForm && !progress.hasForm) missing.push("form");
  if (rentalNow < releaseAt(stay, settings)) missing.push("time");
  return missing;
}

const releaseAt = (stay: PortalStay, { releaseHours }: SettingsOfStay): number =>
  stay.arrivalAt - releaseHours * hourMs;

/**
 * Reads the rental's house rules, and its check-in details and the booking's door code once the manager's rule releases them.
 * @returns undefined if the stay has none of them, or is not current
 */
export async function readHouse(
  transaction: Transaction,
  { account, booking }: { readonly account: number; readonly booking: number },
  stay: PortalStay,
  given: {
    readonly settings: SettingsOfStay;
    readonly progress: StayProgress;
    readonly language: string;
    readonly now: number;
  },
): Promise<House | undefined> {
  const missing = missingFor(stay, given.settings, given.progress, given.now);
  if (!missing) return undefined;
  const row = await transaction.row<StoredHouse>(
    `select rentals.checkin_details, rentals.house_rules, accounts.default_locale, nullif(bookings.door_key_code, '') as door_code
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     where bookings.account_id = $1 and bookings.id = $2`,
    [account, booking],
  );
  if (!row) return undefined;
  const text = (texts: Translations) => textIn(texts, given.language, row.default_locale);
  const [details, rules, doorCode] = [text(row.checkin_details), text(row.house_rules), row.door_code ?? undefined];
  const hasSecrets = details !== undefined || doorCode !== undefined;
  if (!hasSecrets && rules === undefined) return undefined;
  const isReleased = missing.length === 0;
  return {
    missing: hasSecrets ? missing : [],
    releaseAt: releaseAt(stay, given.settings),
    details: isReleased ? details : undefined,
    doorCode: isReleased ? doorCode : undefined,
    rules,
  };
}
