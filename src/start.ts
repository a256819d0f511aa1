import { pino } from "pino";
import { readConfig, ConfigError } from "./config.ts";
import { EmbeddedPostgresError } from "./database/embedded/embedded-postgres.ts";
import { MigrationError } from "./database/migrate.ts";
import { type OpenDatabase, openDatabase } from "./database/open.ts";
import { demoWelcome, seedDemoOnce } from "./demo/demo.ts";
import { openHouse } from "./house.ts";

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

/** One line for what is not our mistake; undefined for what is, which deserves its stack. */
function plainReason(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof EmbeddedPostgresError || error instanceof MigrationError)
    return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE" && error instanceof Error) {
    const port = "port" in error ? ` ${error.port}` : "";
    return `the port${port} is in use; another Roost may be running (ROOST_HTTP_PORT and ROOST_HTTPS_PORT choose others).`;
  }
  if (code === "EACCES" && error instanceof Error) return `${error.message}.`;
  if (error instanceof Error && ["ECONNREFUSED", "ENOTFOUND", "28P01", "28000", "3D000"].includes(String(code))) {
    return `the database of DATABASE_URL cannot be used: ${error.message}.`;
  }
  return undefined;
}
