import { dayOfInstant, formatDay, parseDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { installApplication } from "../../modules/platform/access/applications/install-application.ts";
import { registerApplication } from "../../modules/platform/access/applications/register-application.ts";
import { routes } from "../registry.ts";
import { demoContext } from "./demo-context.ts";
import { InProcessApi } from "./seed/in-process-api.ts";

/** The program that makes the mistake: it takes 90 % off where 9 % were meant. */
const program = { name: "Price Pilot", scopes: ["public", "rates_read", "rates_write"] } as const;
const [mistaken, meant] = [90, 9] as const;
const offerName = { en: "A week in July" };

/** Takes nine tenths off the price of a week in July, as a program, and mends it as the account's manager. What is done is not done again. */
export async function makeHistory(context: JobContext, rental: number): Promise<void> {
  await context.scope.transaction(async (transaction) => {
    if (!(await isUntouched(transaction, context.account, rental))) return;
    const application = await programIn(transaction, context.account);
    transaction.causedBy({ actor: `Application:${application}` });
    const api = await apiOf(context, transaction, application);
    const offer = { name: offerName, ...julyWeek(dayOfInstant(context.now)), discount: mistaken };
    await api.create(`/rentals/${rental}/special_offers`, "special_offers", offer);
  });
  await context.scope.transaction(async (transaction) => {
    const found = await transaction.row<{ offer: number; manager: number; application: number }>(
      `select special_offers.id as offer, memberships.user_id as manager, applications.id as application
       from special_offers join memberships on memberships.account_id = special_offers.account_id and memberships.role = 'manager'
         join applications on applications.client_id = 'roost'
       where special_offers.account_id = $1 and special_offers.rental_id = $2 and special_offers.discount = $3
         and special_offers.deleted_at is null
       order by special_offers.id, memberships.user_id limit 1`,
      [context.account, rental, mistaken],
    );
    if (!found) return;
    transaction.causedBy({ actor: `User:${found.manager}` });
    const api = await apiOf(context, transaction, found.application);
    await api.write("PUT", `/special_offers/${found.offer}`, { special_offers: [{ discount: meant }] });
  });
}

/** The 11th to the 17th of the July that comes next. @param today epoch day */
export function julyWeek(today: number): { start_date: string; end_date: string } {
  const thisYear = Number(formatDay(today).slice(0, 4));
  for (const year of [thisYear, thisYear + 1]) {
    const start = parseDay(`${year}-07-11`);
    if (start !== undefined && start > today) return { start_date: formatDay(start), end_date: formatDay(start + 6) };
  }
  throw new Error("No July comes.");
}

/** Whether a rental is there that never had a special offer. */
async function isUntouched(transaction: Transaction, account: number, rental: number): Promise<boolean> {
  const row = await transaction.row<{ id: number }>(
    `select rentals.id from rentals where rentals.account_id = $1 and rentals.id = $2 and rentals.deleted_at is null
       and not exists (select from special_offers where special_offers.account_id = $1 and special_offers.rental_id = $2)`,
    [account, rental],
  );
  return row !== undefined;
}

/** Registers the program, and has the account install it. @returns its id */
async function programIn(transaction: Transaction, account: number): Promise<number> {
  const { id } = await registerApplication(transaction, {
    name: program.name,
    redirectUris: ["https://price-pilot.example.com/connected"],
    scopes: program.scopes,
  });
  await installApplication(transaction, { account, application: id, scopes: program.scopes });
  return id;
}

async function apiOf(context: JobContext, transaction: Transaction, application: number): Promise<InProcessApi> {
  const { account, secrets, files, now } = context;
  return new InProcessApi(await demoContext(transaction, { secrets, files }, { account, application, now }), routes);
}
