import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { onTestFinished } from "vitest";

/** A guide's running program. */
export interface RunningProgram {
  /** Waits for the next output line that contains a text, after the lines already awaited. */
  line(holding: string): Promise<string>;
}

/** Runs a Node module's source as if it were a project file. Ends it with the test. */
export function runningProgram(text: string, variables: Readonly<Record<string, string>>): RunningProgram {
  const program = spawn(process.execPath, ["--input-type=module", "--eval", text], {
    cwd: new URL("../..", import.meta.url),
    env: { PATH: process.env.PATH, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [program.stdout, program.stderr]) {
    stream.setEncoding("utf8").on("data", (part: string) => {
      output += part;
      program.emit("more");
    });
  }
  let ended = false;
  program.on("exit", () => {
    ended = true;
    program.emit("more");
  });
  onTestFinished(() => void program.kill());
  return {
    async line(holding) {
      for (;;) {
        const at = output.indexOf(holding);
        const end = at < 0 ? -1 : output.indexOf("\n", at);
        if (end >= 0) {
          const found = output.slice(output.lastIndexOf("\n", at) + 1, end);
          output = output.slice(end + 1);
          return found;
        }
        if (ended) throw new Error(`the program ended without printing "${holding}": ${output}`);
        await once(program, "more");
      }
    },
  };
}

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("no free port");
  return address.port;
}
