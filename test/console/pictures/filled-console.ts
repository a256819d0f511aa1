import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { aPort, RunningService } from "../../harness/running-service.ts";

const run = promisify(execFile);

/** A user's login. */
export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A service with the demo and an empty account. */
export interface FilledConsole {
  readonly url: string;
  readonly full: Login;
  readonly empty: Login;
  end(): Promise<void>;
}

/** Starts the service as the README does. @param directory its data directory */
export async function aFilledConsole(directory: string): Promise<FilledConsole> {
  const settings = { ROOST_TLS: "off", ROOST_HTTP_PORT: String(await aPort()), ROOST_DATA_DIR: directory };
  const service = await new RunningService(settings).ready();
  const [, url = ""] = /Roost is ready .*?: (\S+)/.exec(service.out) ?? [];
  const [, email = "", password = ""] = /as its owner[^\n]*\n\n(\S+)\n(.+)\n/.exec(service.out) ?? [];
  const roost = async (...words: string[]): Promise<string> => {
    const program = join(import.meta.dirname, "..", "..", "..", "bin", "roost.js");
    return (await run(process.execPath, [program, ...words], { env: { ...process.env, ...settings } })).stdout;
  };
  const account: { readonly id: number } = JSON.parse(
    await roost("account", "create", "--name", "New Homes", "--json"),
  );
  const empty = "new@example.com";
  const words = [
    "user",
    "create",
    "--email",
    empty,
    "--name",
    "Nora New",
    "--account",
    String(account.id),
    "--role",
    "owner",
  ];
  const made: { readonly password: string } = JSON.parse(await roost(...words, "--json"));
  return {
    url,
    full: { email, password },
    empty: { email: empty, password: made.password },
    end: async () => {
      service.process.kill("SIGTERM");
      await service.ended;
    },
  };
}
