import { dayOfInstant, formatDay, parseDay } from "../../core/day.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { JobContext } from "../../kernel/write/jobs/job.ts";
import { installApplication } from "../../modules/platform/access/applications/install-application.ts";
import { registerApplication } from "../../modules/platform/access/applications/register-application.ts";
import { routes } from "../registry.ts";
import { demoContext } from "./demo-context.ts";
import { InProcessApi } from "./seed/in-process-api.ts";

/** The application with the mistake: a discount of 90% instead of 9%. */
const program = { name: "Price Pilot", scopes: ["public", "rates_read", "rates_write"] } as const;
const [wrongDiscount, correctDiscount] = [90, 9] as const;
const offerName = { en: "A week in July" };

/** Sets a wrong discount for a week in July as an application, and corrects it as the account's manager. Does nothing if already done. */
export async function makeHistory(context: JobContext, rental: number): Promise<void> {
  await context.scope.transaction(async (transaction) => {
    if (!(await isUntouched(transaction, context.account, rental))) return;
    const application = await programIn(transaction, context.account);
    transaction.causedBy({ actor: `Application:${application}` });
    const api = await apiOf(context, transaction, application);
    const offer = { name: offerName, ...julyWeek(dayOfInstant(context.now)), discount: wrongDiscount };
    await api.create(`/rentals/${rental}/special_offers`, "special_offers", offer);
  });
  await context.scope.transaction(async (transaction) => {
    const found = await transaction.row<{ offer: number; manager: number; application: number }>(
      `select special_offers.id as offer, memberships.user_id as manager, applications.id as application
       from special_offers join memberships on memberships.account_id = $1 and memberships.role = 'manager'
         join applications on applications.client_id = 'roost'
       where special_offers.account_id = $1 and special_offers.rental_id = $2 and special_offers.discount = $3
         and special_offers.deleted_at is null
       order by special_offers.id, memberships.user_id limit 1`,
      [context.account, rental, wrongDiscount],
    );
    if (!found) return;
    transaction.causedBy({ actor: `User:${found.manager}` });
    const api = await apiOf(context, transaction, found.application);
    await api.write("PUT", `/special_offers/${found.offer}`, { special_offers: [{ discount: correctDiscount }] });
  });
}

/** The 11th to the 17th of the next July. @param today epoch day */
export function julyWeek(today: number): { start_date: string; end_date: string } {
  const thisYear = Number(formatDay(today).slice(0, 4));
  for (const year of [thisYear, thisYear + 1]) {
    const start = parseDay(`${year}-07-11`);
    if (start !== undefined && start > today) return { start_date: formatDay(start), end_date: formatDay(start + 6) };
  }
  throw new Error("Found no July after today.");
}

/** Whether the rental exists and never had a special offer. */
async function isUntouched(transaction: Transaction, account: number, rental: number): Promise<boolean> {
  const row = await transaction.row<{ id: number }>(
    `select rentals.id from rentals where rentals.account_id = $1 and rentals.id = $2 and rentals.deleted_at is null
       and not exists (select from special_offers where special_offers.account_id = $1 and special_offers.rental_id = $2)`,
    [account, rental],
  );
  return row !== undefined;
}

/** Registers the application and installs it in the account. @returns its id */
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
