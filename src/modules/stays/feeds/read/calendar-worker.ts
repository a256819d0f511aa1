import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { FeedError } from "../feed-error.ts";
import { decodeCalendar } from "./calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";

/** The thread behind `readInThread`. It posts its results in small batches. */

interface Task {
  readonly bytes: Uint8Array;
  readonly frame: ReadingFrame;
}

/** Checked by hand: loading the schema library would quadruple the thread's start time. */
function isTask(task: unknown): task is Task {
  if (typeof task !== "object" || task === null || !("bytes" in task && "frame" in task)) return false;
  const { bytes, frame } = task;
  if (!(bytes instanceof Uint8Array) || typeof frame !== "object" || frame === null) return false;
  if (!("timeZone" in frame && "today" in frame && "horizon" in frame)) return false;
  if (!("ignoredSummaries" in frame) || !Array.isArray(frame.ignoredSummaries)) return false;
  if (!frame.ignoredSummaries.every((text) => typeof text === "string")) return false;
  return typeof frame.timeZone === "string" && Number.isInteger(frame.today) && Number.isInteger(frame.horizon);
}

/** Events per message. */
const batchSize = 500;

if (!parentPort) throw new Error("Run this module as a worker thread.");
const port = parentPort;

/** Posts a part, and waits until the service has taken it: it would take all waiting parts in one turn of its event loop. */
async function post(part: unknown): Promise<void> {
  const taken = once(port, "message");
  port.postMessage(part);
  await taken;
}

const task: unknown = workerData;
if (!isTask(task)) throw new Error("The thread received no calendar.");
try {
  const { events, unread, ignored } = readCalendar(decodeCalendar(task.bytes), task.frame);
  for (let from = 0; from < events.length; from += batchSize)
    await post({ events: events.slice(from, from + batchSize) });
  for (let from = 0; from < unread.length; from += batchSize)
    await post({ unread: unread.slice(from, from + batchSize) });
  for (let from = 0; from < ignored.length; from += batchSize)
    await post({ ignored: ignored.slice(from, from + batchSize) });
  port.postMessage({ isWhole: true });
} catch (error) {
  if (!(error instanceof FeedError)) throw error;
  port.postMessage({ refused: error.message });
}
