import { parentPort, workerData } from "node:worker_threads";
import Type from "typebox";
import { Check } from "typebox/schema";
import { decodeCalendar } from "./calendar-text.ts";
import { FeedError } from "./feed-error.ts";
import { readCalendar } from "./read-calendar.ts";

/** The thread that reads one calendar, for `readInThread`: it answers in pieces, of which each is taken in quickly. */

const task = Type.Object({
  bytes: Type.Unknown(),
  frame: Type.Object({ timeZone: Type.String(), today: Type.Integer(), horizon: Type.Integer() }),
});

/** Events of one piece. */
const piece = 500;

if (!parentPort) throw new Error("It runs as a thread.");
if (!Check(task, workerData) || !(workerData.bytes instanceof Uint8Array))
  throw new Error("The thread was given no calendar.");
try {
  const { wanted, unread } = readCalendar(decodeCalendar(workerData.bytes), workerData.frame);
  for (let from = 0; from < wanted.length; from += piece)
    parentPort.postMessage({ wanted: wanted.slice(from, from + piece) });
  for (let from = 0; from < unread.length; from += piece)
    parentPort.postMessage({ unread: unread.slice(from, from + piece) });
  parentPort.postMessage({ isWhole: true });
} catch (error) {
  if (!(error instanceof FeedError)) throw error;
  parentPort.postMessage({ refused: error.message });
}
