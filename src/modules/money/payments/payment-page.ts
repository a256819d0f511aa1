import { type Language, languageOf } from "@roost/messages/languages.ts";
import { balanceOf, dueNow } from "../../../core/due-now.ts";
import { localTime } from "../../../core/time-zone.ts";
import type { Database } from "../../../database/connect/database.ts";
import type { AccountScope } from "../../../database/sql/account-scope.ts";
import type { Transaction } from "../../../database/sql/transaction.ts";
import { isRightToken, readLinkToken } from "../../../kernel/access/link-tokens.ts";
import { canceledAt } from "../../property/occupancy/held-nights.ts";
import { type BillLine, billLines } from "../../stays/bookings/bill/bill-lines.ts";
import { minorUnits } from "../../stays/bookings/change/paid-totals.ts";
import { type DepositOnPage, depositOnPage } from "./deposits/deposit-on-page.ts";
import { type LastOrder, lastOrder } from "./perform/last-order.ts";
import { rentalGateway } from "./rental-gateway.ts";

/** The page behind a booking's payment_url, found by its secret. */
export interface FoundPage {
  readonly scope: AccountScope;
  readonly account: number;
  readonly booking: number;
  /** A closed account's pages show nothing and accept no payment. */
  readonly isClosed: boolean;
}

/**
 * Finds the booking by the last segment of its payment_url; undefined if the segment is invalid.
 * @param actor on whose behalf the page writes (`Cause`)
 */
export async function findPage(
  database: Database,
  linkKey: Buffer,
  text: string,
  actor = "Job:payment page",
): Promise<FoundPage | undefined> {
  const read = readLinkToken(text);
  if (!read) return undefined;
  const { account, id: booking, signature } = read;
  const scope = database.within([account], { actor });
  const [row] = await scope.read(
    {
      text: `select encode(link_salt, 'hex'), (select closed_at is not null from accounts where id = $1) from bookings where account_id = $1 and id = $2 and not unavailable and created_by_type <> 'Booking'`,
    },
    [account, booking],
  );
  const [salt, isClosed] = row ?? [];
  // An unknown booking costs the same work: the time does not show which bookings exist.
  const isRight = isRightToken(linkKey, { kind: "payment", account, id: booking }, salt ?? noSalt, signature);
  if (!salt || !isRight) return undefined;
  return { scope, account, booking, isClosed: isClosed === "t" };
}

const noSalt = "0".repeat(64);

/** The page's content. Amounts in hundredths, times in epoch milliseconds. */
export interface Bill {
  readonly booking: number;
  readonly language: Language;
  /** The name of the business. */
  readonly host: string;
  readonly rental: string;
  readonly rentalId: number;
  readonly adults: number | null;
  readonly children: number | null;
  readonly startAt: number;
  readonly endAt: number;
  readonly currency: string;
  readonly isTentative: boolean;
  /** The end of the hold; null unless it is one. */
  readonly holdsUntil: number | null;
  readonly canceledAt: number | null;
  /** They add up to `total`. */
  readonly lines: readonly BillLine[];
  readonly total: number | null;
  readonly paid: number;
  readonly authorized: number;
  /** The whole balance in minor units; zero when nothing is left. */
  readonly toPay: number;
  /** The part of it that is due now. */
  readonly dueNow: number;
  /** The due time of the rest, on the rental's clock; null without one. */
  readonly balanceDueAt: number | null;
  /** Undefined if no gateway accepts the currency. */
  readonly gateway: { readonly id: number; readonly name: string } | undefined;
  /** The last order of the page; undefined before the first. */
  readonly last: LastOrder | undefined;
  /** The damage deposit by authorization; undefined without one. */
  readonly deposit: DepositOnPage | undefined;
}

/**
 * Reads a page's bill in one snapshot.
 * @param language the page's, or the fallback for a page in the guest's preferred language
 * @param now epoch milliseconds
 */
export function readBill(page: FoundPage, language: BillLanguage, now: number): Promise<Bill> {
  return page.scope.transaction((transaction) => billIn(transaction, page, language, now), "read");
}

type BillLanguage = Language | { readonly fallback: Language };

type StoredBill = {
  name: string;
  rental_id: number;
  adults: number | null;
  children: number | null;
  business_name: string;
  preferred_locale: string | null;
  start_at: number;
  end_at: number;
  currency: string;
  tentative_expires_at: number | null;
  canceled_at: number | null;
  final_rental_price: number | null;
  final_price: number | null;
  downpayment: number | null;
  balance_due_at: number | null;
  time_zone: string;
  paid_amount: number;
  authorized_amount: number;
  gateway_id: number | null;
  gateway_name: string | null;
};

async function billIn(
  transaction: Transaction,
  page: Pick<FoundPage, "account" | "booking">,
  spoken: BillLanguage,
  now: number,
): Promise<Bill> {
  const { account, booking } = page;
  const row = await transaction.row<StoredBill>(
    `select rentals.name, bookings.rental_id, bookings.adults, bookings.children, accounts.business_name, clients.preferred_locale, bookings.start_at, bookings.end_at, bookings.currency, bookings.tentative_expires_at,
       ${canceledAt} as canceled_at, bookings.final_rental_price, bookings.final_price, bookings.downpayment, bookings.balance_due_at, rentals.time_zone, bookings.paid_amount, bookings.authorized_amount,
       gateway.id as gateway_id, gateway.gateway_name
     from bookings join rentals on rentals.account_id = $1 and rentals.id = bookings.rental_id
     join accounts on accounts.id = bookings.account_id
     left join clients on clients.account_id = $1 and clients.id = bookings.client_id
     left join ${rentalGateway} as gateway on true
     where bookings.account_id = $1 and bookings.id = $2`,
    [account, booking],
  );
  if (!row) throw new Error(`Booking ${booking} of a payment page no longer exists.`);
  const language = typeof spoken === "string" ? spoken : (languageOf(row.preferred_locale ?? "") ?? spoken.fallback);
  const lines = await billLines(transaction, page, language, {
    rental: row.final_rental_price,
    total: row.final_price,
  });
  const payable = {
    finalPrice: row.final_price,
    downpayment: row.downpayment,
    paid: row.paid_amount + row.authorized_amount,
    balanceDueAt: row.balance_due_at,
  };
  return {
    booking,
    language,
    host: row.business_name,
    rental: row.name,
    rentalId: row.rental_id,
    adults: row.adults,
    children: row.children,
    startAt: row.start_at,
    endAt: row.end_at,
    currency: row.currency,
    isTentative: row.tentative_expires_at !== null,
    holdsUntil: row.tentative_expires_at,
    canceledAt: row.canceled_at,
    lines,
    total: row.final_price,
    paid: row.paid_amount,
    authorized: row.authorized_amount,
    toPay: minorUnits(balanceOf(payable), row.currency),
    dueNow: minorUnits(dueNow(payable, localTime(row.time_zone, now)), row.currency),
    balanceDueAt: row.balance_due_at,
    gateway:
      row.gateway_id !== null && row.gateway_name !== null ? { id: row.gateway_id, name: row.gateway_name } : undefined,
    last: await lastOrder(transaction, account, booking),
    deposit: await depositOnPage({ transaction, account: { id: account } }, booking, now),
  };
}
