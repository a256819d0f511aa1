import { dayOfInstant, formatDay, millisecondsPerDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { Scope } from "../../kernel/access/scopes.ts";
import { issueAccessToken } from "../../modules/platform/access/access-token.ts";
import { createAgentToken } from "../../modules/platform/access/agent-tokens/create-token.ts";
import { installApplication } from "../../modules/platform/access/applications/install-application.ts";
import { ownApplication } from "../../modules/platform/access/applications/own-application.ts";
import { type DemoUser, issueDemoPassword } from "../../modules/platform/people/demo-user.ts";
import { countContent, type DemoSummary } from "./content.ts";

/** The scopes of the demo's token. */
export const demoScopes: readonly Scope[] = [
  "public", "bookings_read", "bookings_write", "clients_read", "clients_write", "rentals_read", "rentals_write", "rates_read", "rates_write",
  "payments_read", "payments_write", "payouts_read", "preferences_payments_read", "inquiries_read", "inquiries_write", "inbox_read", "inbox_write", "reviews_write", "webhooks_write",
]; // biome-ignore format: one list, read as one

/** The validity of the demo's tokens. */
export const tokenDays = 30;

/** The content of the welcome text, about the demo's first account. */
export interface Tour {
  readonly account: number;
  readonly business: string;
  /** The end of the booking site's address; undefined while it is off. */
  readonly site: string | undefined;
  readonly owner: Owner | undefined;
  /** Issued by this start; undefined when an earlier start has shown them. */
  readonly credentials: DemoCredentials | undefined;
  /** The start's time by the database's clock, in epoch milliseconds. */
  readonly now: number;
  readonly free: FreeStay | undefined;
}

/** The account's owner. */
interface Owner {
  readonly id: number;
  readonly email: string;
}

/** Credentials that are shown only once. */
export interface DemoCredentials extends DemoUser {
  readonly content: DemoSummary;
  readonly api: string;
  /** Undefined when the account has no owner. */
  readonly agent: string | undefined;
}

/** A free stay; `arrival` is an epoch day. */
export interface FreeStay {
  readonly rental: number;
  readonly name: string;
  readonly arrival: number;
  readonly nights: number;
}

/** Issues the demo's password and tokens, unless an earlier start has shown them. A start that failed before printing has not. */
export async function prepareTour(transaction: Transaction): Promise<Tour | undefined> {
  const found = await transaction.row<{ id: number; business_name: string; now: number }>(
    "select id, business_name, now() as now from accounts where demo order by id limit 1",
  );
  if (!found) return undefined;
  const { id: account, business_name: business, now } = found;
  const owner = await transaction.row<{ id: number; email: string }>(
    `select users.id, users.email from memberships join users on users.id = memberships.user_id
     where account_id = $1 and role = 'owner' order by users.id limit 1`,
    [account],
  );
  const issued = await issueDemoPassword(transaction);
  const credentials = issued && {
    ...issued,
    ...(await makeTokens(transaction, account, owner, now)),
    content: await countContent(transaction),
  };
  await transaction.enter([account]);
  const free = await findFreeStay(transaction, account, dayOfInstant(now));
  const site = await transaction.row<{ address: string }>(
    "select address from booking_sites where account_id = $1 and enabled and deleted_at is null",
    [account],
  );
  return { account, business, site: site?.address, owner, credentials, now, free };
}

async function makeTokens(
  transaction: Transaction,
  account: number,
  owner: Owner | undefined,
  now: number,
): Promise<Pick<DemoCredentials, "api" | "agent">> {
  const application = await ownApplication(transaction);
  await installApplication(transaction, { account, application, scopes: demoScopes });
  const expiresAt = now + tokenDays * millisecondsPerDay;
  const api = await issueAccessToken(transaction, { account, application, scopes: demoScopes, expiresAt });
  if (!owner) return { api, agent: undefined };
  const agentToken = { user: owner.id, accounts: [account], multi: false, expiresAt };
  return { api, agent: (await createAgentToken(transaction, agentToken)).token };
}

/** Finds the first rental's next free week, at least a week ahead, from Saturday to Saturday as the high season requires. */
async function findFreeStay(transaction: Transaction, account: number, today: number): Promise<FreeStay | undefined> {
  const nights = 7;
  const row = await transaction.row<{ id: number; name: string; arrival: number }>(
    `select rentals.id, rentals.name, day::date as arrival
     from rentals cross join generate_series($3::date + 7, $3::date + 330, interval '1 day') as day
     where rentals.account_id = $1 and rentals.deleted_at is null and extract(isodow from day) = 6
       and not exists (select from bookings where bookings.account_id = $1 and bookings.rental_id = rentals.id
         and bookings.canceled_at is null and bookings.nights && daterange(day::date, day::date + $2::integer))
     order by rentals.id, day limit 1`,
    [account, nights, formatDay(today)],
  );
  return row && { rental: row.id, name: row.name, arrival: row.arrival, nights };
}
