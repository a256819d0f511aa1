import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { json } from "node:stream/consumers";
import Type from "typebox";
import Value from "typebox/value";
import { onTestFinished } from "vitest";

const attributes = Type.Array(
  Type.Object({ key: Type.String(), value: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])) }),
);
const spanSchema = Type.Object({
  traceId: Type.String(),
  spanId: Type.String(),
  parentSpanId: Type.Optional(Type.String()),
  name: Type.String(),
  kind: Type.Integer(),
  attributes,
});
const exported = Type.Object({
  resourceSpans: Type.Array(
    Type.Object({
      resource: Type.Object({ attributes }),
      scopeSpans: Type.Array(Type.Object({ spans: Type.Array(spanSchema) })),
    }),
  ),
});

/** A received span, with its attributes by name. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
}

/** A fake collector: accepts spans by OTLP over HTTP in JSON. */
export interface Collector {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: Span[];
  readonly resources: Readonly<Record<string, string | number | undefined>>[];
  readonly headers: IncomingHttpHeaders[];
}

const byName = (list: Type.Static<typeof attributes>) =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Starts a collector for a test. */
export async function aCollector(): Promise<Collector> {
  const collector: Omit<Collector, "url"> = { spans: [], resources: [], headers: [] };
  const server = createServer(async (request, response) => {
    const { resourceSpans } = Value.Parse(exported, await json(request));
    if (request.url !== "/v1/traces") return response.writeHead(404).end();
    collector.headers.push(request.headers);
    for (const { resource, scopeSpans } of resourceSpans) {
      collector.resources.push(byName(resource.attributes));
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({ parentSpanId: "", ...span, attributes: byName(span.attributes) });
    }
    return response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { ...collector, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}` };
}
