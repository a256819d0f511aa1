import { Worker } from "node:worker_threads";
import Type from "typebox";
import { scheduler } from "../../../../kernel/concurrency/scheduler.ts";
import { FeedError } from "../feed-error.ts";
import type { CalendarEvent } from "./calendar-event.ts";
import type { ReadCalendar, UnreadEvent } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";

/** Limits for reading a calendar: recurrence rules can be endless. The time is the thread's own, so that a busy machine refuses nothing. */
const cpuLimitMs = 15_000;
const checkedEveryMs = 500;
const maxMemoryMb = 384;

/** The schema of a read calendar, to pass it on as JSON. A check of 20,000 events takes 70 ms: check slices of them. */
export const readCalendarParts = Type.Object({
  events: Type.Array(
    Type.Object({ key: Type.String(), uid: Type.String(), arrival: Type.Integer(), departure: Type.Integer() }),
  ),
  unread: Type.Array(Type.Object({ uid: Type.String(), reason: Type.String() })),
  ignored: Type.Array(Type.String()),
});

const answer = Type.Partial(
  Type.Object({ ...readCalendarParts.properties, isWhole: Type.Literal(true), refused: Type.String() }),
);

/**
 * Reads a calendar in a worker thread, because a large or malicious one may take seconds.
 * @throws FeedError if it cannot be read or takes too long
 */
export async function readInThread(
  bytes: Uint8Array,
  frame: ReadingFrame,
  signal?: AbortSignal,
): Promise<ReadCalendar> {
  const { Check } = await import("typebox/schema");
  const worker = new Worker(new URL("./calendar-worker.ts", import.meta.url), {
    workerData: { bytes, frame },
    // Capture the library's warnings about calendars, to keep them out of the service's output.
    stderr: true,
    stdout: true,
    resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
  });
  const events: CalendarEvent[] = [];
  const unread: UnreadEvent[] = [];
  const ignored: string[] = [];
  let isWhole = false;
  try {
    await new Promise<void>((resolve, reject) => {
      const limit = setInterval(
        () => isTooSlow(worker).then((late) => late && reject(tooSlow()), reject),
        checkedEveryMs,
      );
      signal?.addEventListener("abort", () => reject(signal.reason));
      worker.on("message", (message: unknown) => {
        if (!Check(answer, message)) return reject(new Error("The calendar thread posted an invalid message."));
        if (message.refused !== undefined) return reject(new FeedError(message.refused));
        events.push(...(message.events ?? []));
        unread.push(...(message.unread ?? []));
        ignored.push(...(message.ignored ?? []));
        if (message.isWhole) isWhole = true;
        else void scheduler.next("calendars").then(() => worker.postMessage("taken"));
      });
      worker.on("error", (error) => reject(isTooLarge(error) ? new FeedError("The calendar is too large.") : error));
      worker.on("exit", () => resolve());
      worker.on("exit", () => clearInterval(limit));
    });
  } finally {
    await worker.terminate();
  }
  if (!isWhole) throw new Error("The calendar thread exited without a result.");
  return { events, unread, ignored };
}

const tooSlow = (): FeedError => new FeedError("The calendar takes too long to read.");

/** Whether a thread has used up its time. One that has not begun, or has just ended, has not. */
async function isTooSlow(worker: Worker): Promise<boolean> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000 > cpuLimitMs;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ERR_WORKER_NOT_RUNNING") return false;
    throw error;
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
