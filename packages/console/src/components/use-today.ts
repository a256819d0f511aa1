import { useInterval, useWindowEvent } from "@mantine/hooks";
import { useState } from "react";
import { todayHere } from "./days.ts";

const minuteMs = 60_000;
/** The day changes at a full quarter of an hour in every time zone. */
const quarterNow = (): number => Math.floor(Date.now() / (15 * minuteMs));

/**
 * Today by the account's clock. It renders the screen again when a day may have begun at one of the rentals, so that a window left open
 * overnight shows the new day.
 */
export function useToday(): number {
  const [, setQuarter] = useState(quarterNow);
  const update = () => setQuarter(quarterNow());
  useInterval(update, minuteMs, { autoInvoke: true });
  // Browsers slow the timers of hidden windows down.
  useWindowEvent("focus", update);
  return todayHere();
}
