import { dayOfInstant, instantOnDay } from "../../core/day.ts";
import type { Database } from "../../database/connect/database.ts";
import type { Transaction } from "../../database/sql/transaction.ts";
import type { WriteContext } from "../../kernel/write/context.ts";
import { createDemoPeople } from "../../modules/platform/people/demo-user.ts";
import { countContent, type DemoSummary } from "./content.ts";
import type { SeedingProgress } from "./seed.ts";

export { demoWelcome } from "./welcome.ts";

/** The lock that lets one process seed at a time; any number, the same in every release. */
export const demoLock = 7_066_785_001;

/** What a demo is made with. */
interface DemoOptions {
  readonly seed?: number;
  readonly today?: number;
  /** Called before the demo is made, if it is. */
  readonly begun?: () => void;
  /** Told how many bookings are made, and of how many. */
  readonly progress?: SeedingProgress;
}

/**
 * Fills a database in which nobody has an account yet, in one transaction. Of several processes that start at once, one does it.
 * @param options.today the epoch day around which it lies; today by the database's clock, which everything else goes by, unless given
 * @returns what was made; undefined when there was an account already, and nothing was done
 */
export async function seedDemoOnce(
  database: Pick<Database, "transaction">,
  surroundings: Pick<WriteContext, "secrets" | "files">,
  options: DemoOptions = {},
): Promise<DemoSummary | undefined> {
  return database.transaction(async (transaction) => {
    // On a slow machine the other may take longer than a statement may: whoever comes second waits however long it is.
    await transaction.run("set local statement_timeout = 0");
    await transaction.run("select pg_advisory_xact_lock($1)", [demoLock]);
    if (await transaction.row<{ id: number }>("select id from accounts limit 1")) return undefined;
    options.begun?.();
    // Its texts and routes are of no use to a start that finds a database in use.
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

/** The day and hour that it is, by the database's clock; the beginning of a day that is given. */
async function nowIn(transaction: Transaction, given?: number): Promise<{ today: number; hour: number }> {
  if (given !== undefined) return { today: given, hour: 0 };
  const row = await transaction.row<{ now: number }>("select now() as now");
  if (!row) throw new Error("The database does not tell the time.");
  const today = dayOfInstant(row.now);
  return { today, hour: Math.floor((row.now - instantOnDay(today, 0)) / 3_600_000) };
}
