import type { Attributes, Meter } from "@opentelemetry/api";

/** Records a duration. @param milliseconds exported in seconds */
export type RecordDuration = (milliseconds: number, labels?: Attributes) => void;

/** Creates a histogram of durations. @param bounds seconds, in ascending order */
export function durations(meter: Meter, name: string, description: string, bounds: readonly number[]): RecordDuration {
  const shown = meter.createHistogram(name, { description, advice: { explicitBucketBoundaries: [...bounds] } });
  return (milliseconds, labels = {}) => shown.record(milliseconds / 1000, labels);
}
