import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ownGroup } from "../../../modules/platform/files/child-environment.ts";

/** A picture that is to be drawn into a file, as a JPEG. */
export interface Drawing {
  readonly svg: string;
  readonly path: string;
}

/**
 * Draws pictures in a process of their own: the service's own library for pictures opens no SVG, whoever it comes from, and requests do
 * not wait for it.
 * @throws Error when one could not be drawn, or the signal was aborted
 */
export async function drawPictures(drawings: readonly Drawing[], signal: AbortSignal): Promise<void> {
  const program = spawn(process.execPath, [join(import.meta.dirname, "draw-process.ts")], {
    ...ownGroup,
    stdio: ["pipe", "ignore", "pipe"],
    env: { NODE_NO_WARNINGS: "1" },
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    program.on("error", reject);
    program.on("close", resolve);
  });
  // A process that could not begin reports it itself.
  program.stdin.on("error", () => undefined);
  program.stdin.end(JSON.stringify(drawings));
  const [code, complaints] = await Promise.all([ended, text(program.stderr)]);
  if (code !== 0) throw new Error(`The pictures of the demo could not be drawn: ${complaints.slice(0, 300)}`);
}
