import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** The proxy's failure of a request, instead of passing it on. */
export type Fault =
  /** Breaks the connection before the service receives the request. */
  | "unheard"
  /** Breaks the connection after the service has executed the request, before the response. */
  | "unanswered"
  /** Breaks the connection after the service has executed the request, within the response body. */
  | "half"
  /** Responds with this status itself. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> };

/** A received request. */
export interface Passed {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
}

/** An HTTP proxy on loopback that injects faults. */
export interface UnsteadyProxy {
  readonly url: string;
  readonly passed: Passed[];
  /** Faults for the next requests, in order. */
  readonly faults: Fault[];
  /** Files that the proxy serves itself, by path: content type and text. */
  readonly files: Map<string, readonly [type: string, text: string]>;
}

/** Starts a proxy for a test. */
export async function anUnsteadyProxy(target: string): Promise<UnsteadyProxy> {
  const passed: Passed[] = [];
  const faults: Fault[] = [];
  const files: UnsteadyProxy["files"] = new Map();
  const server = createServer((incoming, response) => {
    const file = files.get(incoming.url ?? "");
    if (file) return void response.writeHead(200, { "content-type": file[0] }).end(file[1]);
    passed.push({ method: incoming.method ?? "", url: incoming.url ?? "", headers: incoming.headers });
    void pass(target, incoming, response, faults.shift());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no address.");
  return { url: `http://127.0.0.1:${address.port}`, passed, faults, files };
}

async function pass(target: string, incoming: IncomingMessage, response: ServerResponse, fault?: Fault): Promise<void> {
  const body = await buffer(incoming);
  if (fault === "unheard") return void incoming.socket.destroy();
  if (typeof fault === "object")
    return void response.writeHead(fault.status, { ...fault.headers }).end("a proxy's page");
  const { method, headers, url } = incoming;
  const outgoing = request(target + url, { method, headers: { ...headers, host: new URL(target).host } });
  outgoing.on("error", () => incoming.socket.destroy());
  outgoing.on("response", async (answer) => {
    const text = await buffer(answer);
    if (fault === "unanswered") return incoming.socket.destroy();
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    if (fault !== "half") return response.end(text);
    response.write(text.subarray(0, Math.floor(text.length / 2)), () => incoming.socket.destroy());
  });
  outgoing.end(body);
}
