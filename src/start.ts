import { seedAmenities } from "./amenities/seed-amenities.ts";
import { pino } from "pino";
import { readConfig } from "./config.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { demoWelcome, seedDemoOnce } from "./demo/demo.ts";
import { openHouse } from "./house.ts";
import { plainReason } from "./plain-reason.ts";

/**
 * Starts the service: configuration, database, demo, listening. What is wrong with the surroundings ends it with one line and exit
 * code 1. SIGTERM and SIGINT finish the requests under way and end it with 0.
 */
export async function start(environment: NodeJS.ProcessEnv): Promise<void> {
  const began = performance.now();
  let opened: OpenDatabase | undefined;
  try {
    const config = readConfig(environment);
    const logger = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }));
    opened = await openDatabase(config, (line) => logger.info(line));
    const { database, lost } = opened;
    database.onConnectionLost((error) => logger.warn({ err: error }, "a database connection broke"));
    await database.transaction(seedAmenities);
    const demo = config.demo ? await seedDemoOnce(database) : undefined;
    const house = await openHouse(config, database, logger);

    const close = opened.close;
    let closing = false;
    const end = async (): Promise<void> => {
      if (closing) return;
      closing = true;
      logger.info("finishing what is under way");
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
