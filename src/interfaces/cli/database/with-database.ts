import type { OpenDatabase } from "../../../database/open.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Does some work on the database of the service: the running one, or one that is started for it.
 * @throws an error that the installation explains in one sentence
 */
export async function withDatabase<T>(
  { installation, environment, err }: Terminal,
  work: (opened: OpenDatabase) => Promise<T>,
): Promise<T> {
  const opened = await installation.open(environment, (line) => err(`${line}\n`));
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
