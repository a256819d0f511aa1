/** Runs only the embedded server, for tests that kill it or run it as another user: `node serve.ts <options as JSON>`. */
import { Client } from "pg";
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from "../src/embedded-postgres.ts";
import type { Word } from "./served.ts";

const [input = ""] = process.argv.slice(2);
if (input !== "--only-load") await serve(JSON.parse(input));

function say(word: Word): void {
  process.stdout.write(`${JSON.stringify(word)}\n`);
}

async function serve(options: EmbeddedPostgresOptions): Promise<void> {
  const interrupted = Promise.withResolvers<void>();
  process.once("SIGINT", () => interrupted.resolve()).once("SIGTERM", () => interrupted.resolve());
  try {
    const server = await startEmbeddedPostgres({ ...options, log: (message) => say({ event: "log", message }) });
    say({ event: "ready", address: server.address });
    await interrupted.promise;
    const client = new Client({ ...server.address });
    await client.connect();
    await client.end();
    say({ event: "drained" });
    await server.stop();
  } catch (error) {
    say({ event: "refused", message: error instanceof Error ? `${error.name}: ${error.message}` : String(error) });
  }
}
