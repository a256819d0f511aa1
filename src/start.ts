import { seedAmenities } from "./amenities/seed-amenities.ts";
import { readConfig } from "./config.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { demoWelcome, seedDemoOnce } from "./demo/demo.ts";
import { openHouse } from "./house.ts";
import { openLog } from "./log.ts";
import { plainReason } from "./plain-reason.ts";

/** Milliseconds that requests under way have to finish: as long as a statement may take. */
const longestEnd = 30_000;

/**
 * Starts the service: configuration, database, demo, listening. What is wrong with the surroundings ends it with one line and exit
 * code 1. SIGTERM and SIGINT finish the requests under way and end it with 0; a second one, or a request that does not finish, ends it
 * with 1, and PostgreSQL, which is tied to this process, after it.
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const began = performance.now();
  let opened: OpenDatabase | undefined;
  try {
    const config = readConfig(environment);
    const logger = openLog(config.logLevel);
    opened = await openDatabase(config, (line) => logger.info(line));
    const { database, lost } = opened;
    database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
    await database.transaction(seedAmenities);
    const demo = config.demo ? await seedDemoOnce(database) : undefined;
    const house = await openHouse(config, database, logger);

    const close = opened.close;
    let closing = false;
    const breakOff = (why: string): void => {
      logger.warn(`${why}: what is under way is broken off`);
      process.exit(1);
    };
    const end = async (): Promise<void> => {
      if (closing) return breakOff("a second signal");
      closing = true;
      logger.info("finishing what is under way");
      setTimeout(() => breakOff(`not done in ${longestEnd / 1000} seconds`), longestEnd);
      await house.close();
      await close();
      process.exit(0);
    };
    process.on("SIGTERM", () => void end());
    process.on("SIGINT", () => void end());
    void lost.then((exit) => {
      if (closing) return;
      process.stderr.write(`${exit.message}\n`);
      process.exit(1);
    });
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(await demoWelcome(config, database, demo, seconds));
  } catch (error) {
    await opened?.close();
    const line = plainReason(error);
    if (line === undefined) throw error;
    process.stderr.write(`Roost cannot start: ${line}\n`);
    process.exit(1);
  }
}
