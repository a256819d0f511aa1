import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "../../../kernel/concurrency/fair-queue.ts";
import { childEnvironment, ownGroup } from "../../platform/files/child-environment.ts";
import { PictureTimeout } from "../../platform/files/picture-process.ts";
import { type PhotoFormat, photoFormats, photoSizes, sidesOf } from "./photo-sizes.ts";

/** A rendition on this machine's disk. */
export interface Rendition {
  readonly path: string;
  /** Pixels of the longer side, by which it is named. */
  readonly side: number;
  readonly format: PhotoFormat;
}

/** Milliseconds in which the service gets the signal that ended its child. */
const signalFollowsMs = 500;

const formats = Object.keys(photoFormats).filter((name): name is PhotoFormat => name in photoFormats);

/** One picture at a time: what it takes of memory does not grow with how many come. */
const encodings = new FairQueue();

/** Milliseconds that all sizes of a picture may take together. */
const maxEncodeMs = 180_000;

/**
 * Makes every size of a picture in every format, into a directory. What a camera has written into it (place, time, owner, thumbnails)
 * is in none of them: they are made of its pixels alone. All in a process of their own, which takes its memory with it: what encoders
 * have used in ours would stay with us for good. Accounts take turns.
 * @param size of the picture as it is shown
 * @throws Error when one cannot be made, or the signal was aborted; PictureTimeout
 */
export async function makeRenditions(
  account: number,
  picture: string,
  size: { readonly width: number; readonly height: number },
  directory: string,
  signal: AbortSignal,
): Promise<Rendition[]> {
  const made = sidesOf(size.width, size.height).flatMap((side) =>
    formats.map((format) => ({ name: `${side}.${format}`, side, format })),
  );
  const parameters = [picture, directory, String(photoSizes.giant), ...made.map(({ name }) => name)];
  await encodings.run(account, () => encode(parameters, signal));
  return made.map(({ name, side, format }) => ({ path: join(directory, name), side, format }));
}

async function encode(parameters: readonly string[], signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(maxEncodeMs);
  const program = spawn(process.execPath, [join(import.meta.dirname, "encode-process.ts"), ...parameters], {
    ...ownGroup,
    stdio: ["ignore", "ignore", "pipe"],
    env: childEnvironment(),
    signal: AbortSignal.any([signal, timeout]),
  });
  const ended = new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    program.on("error", (error) => reject(timeout.aborted ? new PictureTimeout() : error));
    program.on("close", (code, signal) => resolve(code ?? signal));
  });
  const [end, complaints] = await Promise.all([ended, text(program.stderr)]);
  if (end === 0) return;
  // A unit's processes get the same signal one after the other: ours may be next.
  if (typeof end === "string") await wait(signalFollowsMs, undefined, { signal });
  throw new Error(`A picture could not be made into its sizes (${end}): ${complaints.slice(0, 300)}`);
}
