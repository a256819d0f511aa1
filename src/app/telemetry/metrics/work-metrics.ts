import type { Meter } from "@opentelemetry/api";
import { TimeSpent, timeSpentChannel, Work, workChannel } from "../../../kernel/work-channel.ts";
import { DeliveryUnderway, deliveryChannel } from "../../../modules/records/webhooks/deliver/delivery-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { durations } from "./durations.ts";

/** Seconds. A quote takes milliseconds, a job can wait for remote servers, a webhook can wait for days. */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const verySlow = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400];

/** Measures quotes, length-of-stay records and jobs. */
export function workMetrics(meter: Meter): Stop {
  const quotes = durations(meter, "roost_quote_duration_seconds", "Time to price one stay.", quick);
  const lengths = "Time to read and compute a page of length-of-stay records.";
  const los = durations(meter, "roost_los_duration_seconds", lengths, quick);
  const jobs = durations(meter, "roost_job_duration_seconds", "Duration of a job that this process ran.", slow);
  const stopLos = listen(timeSpentChannel, TimeSpent, ({ milliseconds }) => los(milliseconds));
  const stopWork = listen(workChannel.asyncEnd, Work, ({ kind, name, began, error }) => {
    const took = performance.now() - began;
    if (kind === "quote") quotes(took);
    if (kind === "job") jobs(took, { job: name, outcome: error === undefined ? "done" : "failed" });
  });
  return () => {
    stopLos();
    stopWork();
  };
}

/** Measures webhook delivery attempts, and the delay from a change to its delivery. */
export function deliveryMetrics(meter: Meter): Stop {
  const attempts = durations(
    meter,
    "roost_webhook_attempt_duration_seconds",
    "Duration of a webhook delivery attempt.",
    slow,
  );
  const delays = durations(
    meter,
    "roost_webhook_delay_seconds",
    "Time from a change to its webhook delivery.",
    verySlow,
  );
  return listen(deliveryChannel.asyncEnd, DeliveryUnderway, ({ message, attempt }) => {
    if (!attempt) return;
    const outcome = attempt.error === undefined ? "delivered" : "failed";
    attempts(attempt.duration, { outcome });
    if (outcome === "delivered") delays(Math.max(0, attempt.at + attempt.duration - message.occurred_at));
  });
}
