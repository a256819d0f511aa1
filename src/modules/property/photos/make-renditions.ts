import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "../../../kernel/concurrency/fair-queue.ts";
import { childEnvironment, ownGroup } from "../../platform/files/child-environment.ts";
import { PictureTimeout } from "../../platform/files/picture-process.ts";
import { type PhotoFormat, photoFormats, photoSizes, sidesOf } from "./photo-sizes.ts";

/** A rendition on the local disk. */
export interface Rendition {
  readonly path: string;
  /** Pixels of the longer side, part of its name. */
  readonly side: number;
  readonly format: PhotoFormat;
}

/** Time for a unit's signal to reach the service after its child. */
const signalFollowsMs = 500;

const formats = Object.keys(photoFormats).filter((name): name is PhotoFormat => name in photoFormats);

/** One picture at a time, to bound memory. */
const encodings = new FairQueue();

/** Timeout for all sizes of a picture. */
const maxEncodeMs = 180_000;

/**
 * Encodes a picture in every size and format, without its metadata, into a directory. Accounts are served in turn.
 * Encoding runs in a child process, because encoders do not return their memory to the system.
 * @param size the displayed size
 * @throws PictureTimeout; Error if encoding fails or the signal is aborted
 */
export async function makeRenditions(
  account: number,
  picture: string,
  size: { readonly width: number; readonly height: number },
  directory: string,
  signal: AbortSignal,
): Promise<Rendition[]> {
  const renditions = sidesOf(size.width, size.height).flatMap((side) =>
    formats.map((format) => ({ name: `${side}.${format}`, side, format })),
  );
  const parameters = [picture, directory, String(photoSizes.giant), ...renditions.map(({ name }) => name)];
  await encodings.run(account, () => encode(parameters, signal));
  return renditions.map(({ name, side, format }) => ({ path: join(directory, name), side, format }));
}

/**
 * Encodes a picture as one JPEG of at most 1,600 pixels, without its metadata.
 * @returns its path in the directory
 * @throws PictureTimeout; Error if encoding fails
 */
export async function withoutMetadata(account: number, picture: string, directory: string): Promise<string> {
  const name = `${photoSizes.grande}.jpg`;
  const { signal } = new AbortController();
  await encodings.run(account, () => encode([picture, directory, String(photoSizes.grande), name], signal));
  return join(directory, name);
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
  const [end, stderr] = await Promise.all([ended, text(program.stderr)]);
  if (end === 0) return;
  // A unit's processes receive the same signal one after the other, so wait for ours.
  if (typeof end === "string") await wait(signalFollowsMs, undefined, { signal });
  throw new Error(`Encoding a picture failed (${end}): ${stderr.slice(0, 300)}`);
}
