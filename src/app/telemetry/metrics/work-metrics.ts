import type { Meter } from "@opentelemetry/api";
import { TimeSpent, timeSpentChannel, Work, workChannel } from "../../../kernel/work-channel.ts";
import { DeliveryUnderway, deliveryChannel } from "../../../modules/records/webhooks/deliver/delivery-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { durations } from "./durations.ts";

/** Seconds. A quote takes milliseconds, a job as long as other people's servers let it, a webhook may wait for days. */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const patient = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400];

/** Measures quotes, length-of-stay records and jobs. */
export function workMetrics(meter: Meter): Stop {
  const quotes = durations(meter, "roost_quote_duration_seconds", "Time to price one stay.", quick);
  const lengths = "Time to read and compute a page of length-of-stay records.";
  const los = durations(meter, "roost_los_duration_seconds", lengths, quick);
  const jobs = durations(meter, "roost_job_duration_seconds", "Time of a job that this process ran.", slow);
  const pieces = listen(timeSpentChannel, TimeSpent, ({ milliseconds }) => los(milliseconds));
  const works = listen(workChannel.asyncEnd, Work, ({ kind, name, began, error }) => {
    const took = performance.now() - began;
    if (kind === "quote") quotes(took);
    if (kind === "job") jobs(took, { job: name, outcome: error === undefined ? "done" : "failed" });
  });
  return () => {
    pieces();
    works();
  };
}

/** Measures attempts to deliver webhooks, and how long after its change a message arrives. */
export function deliveryMetrics(meter: Meter): Stop {
  const attempts = durations(
    meter,
    "roost_webhook_attempt_duration_seconds",
    "Time of an attempt to deliver a webhook.",
    slow,
  );
  const delays = durations(
    meter,
    "roost_webhook_delay_seconds",
    "Time from a change until its webhook was delivered.",
    patient,
  );
  return listen(deliveryChannel.asyncEnd, DeliveryUnderway, ({ message, attempt }) => {
    if (!attempt) return;
    const outcome = attempt.error === undefined ? "delivered" : "failed";
    attempts(attempt.duration, { outcome });
    if (outcome === "delivered") delays(Math.max(0, attempt.at + attempt.duration - message.occurred_at));
  });
}
