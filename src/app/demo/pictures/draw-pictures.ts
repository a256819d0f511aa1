import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ownGroup } from "../../../modules/platform/files/child-environment.ts";

/** A picture to draw, and the JPEG file for it. */
export interface Drawing {
  readonly svg: string;
  readonly path: string;
}

/**
 * Draws pictures in a separate process: the service's own picture process refuses SVG, and requests must not wait.
 * @throws Error when drawing fails, or the signal is aborted
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
  // A process that fails to start emits its own error.
  program.stdin.on("error", () => undefined);
  program.stdin.end(JSON.stringify(drawings));
  const [code, complaints] = await Promise.all([ended, text(program.stderr)]);
  if (code !== 0) throw new Error(`Drawing the demo's pictures failed: ${complaints.slice(0, 300)}`);
}
