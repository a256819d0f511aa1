import { dayOfInstant, instantOnDay } from "../../core/day.ts";
import type { Database } from "../../database/connect/database.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { createDemoPeople } from "../../modules/platform/people/demo-user.ts";
import { countContent, type DemoSummary } from "./content.ts";
import type { SeedingProgress } from "./seed.ts";

export { demoWelcome } from "./welcome.ts";

/** The advisory lock for seeding. Must be the same in every release. */
export const demoLock = 7_066_785_001;

/** Options of the demo. */
interface DemoOptions {
  readonly seed?: number;
  readonly today?: number;
  /** Called before seeding, if the database is empty. */
  readonly begun?: () => void;
  /** Receives the number of bookings made and in total. */
  readonly progress?: SeedingProgress;
}

/**
 * Fills a database without accounts, in one transaction. If several processes start concurrently, one does it.
 * @param options.today the epoch day that the demo is built around; defaults to today by the database's clock
 * @returns the record counts; undefined when the database already had an account and was left unchanged
 */
export async function seedDemoOnce(
  database: Pick<Database, "transaction">,
  surroundings: Pick<WriteContext, "secrets" | "files">,
  options: DemoOptions = {},
): Promise<DemoSummary | undefined> {
  return database.transaction(async (transaction) => {
    // On a slow machine, waiting for another process's seeding can exceed the statement timeout.
    await transaction.run("set local statement_timeout = 0");
    await transaction.run("select pg_advisory_xact_lock($1)", [demoLock]);
    if (await transaction.row<{ id: number }>("select id from accounts limit 1")) return undefined;
    options.begun?.();
    // Loaded only when needed: a start on an existing database needs none of it.
    const { seedDemo } = await import("./seed.ts");
    const day = { ...(await nowIn(transaction, options.today)), seed: options.seed ?? 1 };
    await seedDemo(transaction, surroundings, day, options.progress);
    const accounts = await transaction.rows<{ id: number }>("select id from accounts order by id");
    await createDemoPeople(
      transaction,
      accounts.map(({ id }) => id),
    );
    return countContent(transaction);
  });
}

/** The current day and hour by the database's clock, or the start of a fixed day. */
async function nowIn(transaction: Transaction, fixedDay?: number): Promise<{ today: number; hour: number }> {
  if (fixedDay !== undefined) return { today: fixedDay, hour: 0 };
  const row = await transaction.row<{ now: number }>("select now() as now");
  if (!row) throw new Error("The database returned no time.");
  const today = dayOfInstant(row.now);
  return { today, hour: Math.floor((row.now - instantOnDay(today, 0)) / 3_600_000) };
}
