import type { OpenDatabase } from "../../../database/open.ts";
import type { Terminal } from "../terminal/terminal.ts";

/**
 * Runs `work` on the service's database, which is started if it is not running.
 * @throws an error that the installation explains in one line
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
