import type { Registry } from "prom-client";
import { TimeSpent, timeSpentChannel, Work, workChannel } from "../../../kernel/work-channel.ts";
import { deliveryChannel, DeliveryUnderway } from "../../../modules/webhooks/delivery-channel.ts";
import { listen, type Stop } from "../listen.ts";
import { Durations } from "./durations.ts";
import { RecordedHistogram } from "./recorded-histogram.ts";

/** Seconds. A quote takes milliseconds, a job as long as other people's servers let it, a webhook may wait for days. */
const quick = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const slow = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300];
const patient = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 7200, 86_400];

/** Measures quotes, length-of-stay records and jobs. */
export function workMetrics(registry: Registry): Stop {
  const shown = (name: string, help: string, bounds: readonly number[]): Durations => {
    const durations = new Durations(bounds);
    new RecordedHistogram(registry, { name, help }, durations);
    return durations;
  };
  const quotes = shown("roost_quote_duration_seconds", "Time to price one stay.", quick);
  const los = shown("roost_los_duration_seconds", "Time to read and compute a page of length-of-stay records.", quick);
  const jobs = shown("roost_job_duration_seconds", "Time of a job that this process ran.", slow);
  const pieces = listen(timeSpentChannel, TimeSpent, ({ milliseconds }) => los.of("", () => ({})).record(milliseconds));
  const works = listen(workChannel.asyncEnd, Work, ({ kind, name, began, error }) => {
    const took = performance.now() - began;
    if (kind === "quote") quotes.of("", () => ({})).record(took);
    if (kind !== "job") return;
    const outcome = error === undefined ? "done" : "failed";
    jobs.of(`${name} ${outcome}`, () => ({ job: name, outcome })).record(took);
  });
  return () => {
    pieces();
    works();
  };
}

/** Measures attempts to deliver webhooks, and how long after its change a message arrives. */
export function deliveryMetrics(registry: Registry): Stop {
  const attempts = new Durations(slow);
  const delays = new Durations(patient);
  new RecordedHistogram(
    registry,
    { name: "roost_webhook_attempt_duration_seconds", help: "Time of an attempt to deliver a webhook." },
    attempts,
  );
  new RecordedHistogram(
    registry,
    { name: "roost_webhook_delay_seconds", help: "Time from a change until its webhook was delivered." },
    delays,
  );
  return listen(deliveryChannel.asyncEnd, DeliveryUnderway, ({ message, attempt }) => {
    if (!attempt) return;
    const outcome = attempt.error === undefined ? "delivered" : "failed";
    attempts.of(outcome, () => ({ outcome })).record(attempt.duration);
    if (outcome === "delivered")
      delays.of("", () => ({})).record(Math.max(0, attempt.at + attempt.duration - message.occurred_at));
  });
}
