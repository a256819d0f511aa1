import { parentPort, workerData } from "node:worker_threads";
import { FeedError } from "../feed-error.ts";
import { decodeCalendar } from "./calendar-text.ts";
import { readCalendar } from "./read-calendar.ts";
import type { ReadingFrame } from "./read-event.ts";

/** The thread that reads one calendar, for `readInThread`: it answers in pieces, of which each is taken in quickly. */

interface Task {
  readonly bytes: Uint8Array;
  readonly frame: ReadingFrame;
}

/** By hand: to load what checks schemas takes this thread three times as long as all else that it loads. */
function isTask(given: unknown): given is Task {
  if (typeof given !== "object" || given === null || !("bytes" in given && "frame" in given)) return false;
  const { bytes, frame } = given;
  if (!(bytes instanceof Uint8Array) || typeof frame !== "object" || frame === null) return false;
  if (!("timeZone" in frame && "today" in frame && "horizon" in frame)) return false;
  return typeof frame.timeZone === "string" && Number.isInteger(frame.today) && Number.isInteger(frame.horizon);
}

/** Events of one piece. */
const piece = 500;

if (!parentPort) throw new Error("It runs as a thread.");
const task: unknown = workerData;
if (!isTask(task)) throw new Error("The thread was given no calendar.");
try {
  const { wanted, unread } = readCalendar(decodeCalendar(task.bytes), task.frame);
  for (let from = 0; from < wanted.length; from += piece)
    parentPort.postMessage({ wanted: wanted.slice(from, from + piece) });
  for (let from = 0; from < unread.length; from += piece)
    parentPort.postMessage({ unread: unread.slice(from, from + piece) });
  parentPort.postMessage({ isWhole: true });
} catch (error) {
  if (!(error instanceof FeedError)) throw error;
  parentPort.postMessage({ refused: error.message });
}
