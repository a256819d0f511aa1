import { Worker } from "node:worker_threads";
import Type from "typebox";
import { FeedError } from "../feed-error.ts";
import type { ReadCalendar, UnreadEvent } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";
import type { WantedEvent } from "./wanted-event.ts";

/** Milliseconds and megabytes that reading a calendar may take: rules can be written that go on forever. */
const longest = 15_000;
const mostMemory = 384;

/** What a calendar says, as it is handed on. */
export const readCalendarParts = Type.Object({
  wanted: Type.Array(
    Type.Object({ key: Type.String(), uid: Type.String(), arrival: Type.Integer(), departure: Type.Integer() }),
  ),
  unread: Type.Array(Type.Object({ uid: Type.String(), reason: Type.String() })),
});

const answer = Type.Partial(
  Type.Object({ ...readCalendarParts.properties, isWhole: Type.Literal(true), refused: Type.String() }),
);

/**
 * Reads a calendar in a thread of its own, because that may take seconds, and what others have written may be made to take longer.
 * @throws FeedError when it cannot be taken, or takes too long
 */
export async function readInThread(
  bytes: Uint8Array,
  frame: ReadingFrame,
  signal?: AbortSignal,
): Promise<ReadCalendar> {
  const { Check } = await import("typebox/schema");
  const worker = new Worker(new URL("./calendar-worker.ts", import.meta.url), {
    workerData: { bytes, frame },
    // The library warns about what others have written: that is not for the service's own output.
    stderr: true,
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: mostMemory },
  });
  const wanted: WantedEvent[] = [];
  const unread: UnreadEvent[] = [];
  let isWhole = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new FeedError("The calendar takes too long to read.")), longest);
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.on("message", (message: unknown) => {
        if (!Check(answer, message)) return reject(new Error("The thread that reads calendars answered nonsense."));
        if (message.refused !== undefined) return reject(new FeedError(message.refused));
        wanted.push(...(message.wanted ?? []));
        unread.push(...(message.unread ?? []));
        if (message.isWhole) isWhole = true;
      });
      worker.on("error", (error) => reject(isTooLarge(error) ? new FeedError("The calendar is too large.") : error));
      worker.on("exit", () => resolve());
      worker.on("exit", () => clearTimeout(limit));
    });
  } finally {
    await worker.terminate();
  }
  if (!isWhole) throw new Error("The thread that reads calendars ended without an answer.");
  return { wanted, unread };
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
