import { AggregationTemporality, InstrumentType, MetricReader } from "@opentelemetry/sdk-metrics";

/** Series that an instrument keeps: routes, methods and statuses together may be more than the SDK's 2,000. */
const maxSeries = 20_000;

/** Reads metrics when somebody asks: counters since the start, and of gauges those that were told this time alone. */
export class ScrapedReader extends MetricReader {
  constructor() {
    super({
      // A cumulative gauge would show its last value for ever, where nobody can say any more what it is.
      aggregationTemporalitySelector: (type) =>
        type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : AggregationTemporality.CUMULATIVE,
      cardinalitySelector: () => maxSeries,
    });
  }

  protected async onShutdown(): Promise<void> {}

  protected async onForceFlush(): Promise<void> {}
}
