import { readConfig } from "../../app/config.ts";
import { type OpenDatabase, joinDatabase } from "../../database/open.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Does some work on the database of the service: the running one, or one that is started for it.
 * @throws ConfigError, EmbeddedPostgresError or MigrationError, each with one sentence
 */
export async function withDatabase<T>(terminal: Terminal, work: (opened: OpenDatabase) => Promise<T>): Promise<T> {
  const config = readConfig(terminal.environment);
  const talks = config.logLevel === "debug" || config.logLevel === "trace";
  const opened = await joinDatabase(config, (line) => {
    if (talks) terminal.err(`${line}\n`);
  });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
