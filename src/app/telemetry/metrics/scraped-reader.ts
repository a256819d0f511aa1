import { AggregationTemporality, InstrumentType, MetricReader } from "@opentelemetry/sdk-metrics";

/** Series per instrument: routes, methods and statuses can exceed the SDK's 2,000. */
const maxSeries = 20_000;

/** Reads metrics on each scrape: counters since the start, and only the gauges observed this time. */
export class ScrapedReader extends MetricReader {
  constructor() {
    super({
      // A cumulative gauge would repeat its last value even when it can no longer be read.
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
      cardinalitySelector: () => maxSeries,
    });
  }

  protected async onShutdown(): Promise<void> {}

  protected async onForceFlush(): Promise<void> {}
}
