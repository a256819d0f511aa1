import { Agent, request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import type { WireRequest } from "./request.ts";

/** A raw response. */
export interface WireAnswer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** Milliseconds. */
  readonly took: number;
}

const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  identity: (body) => body,
  gzip: gunzipSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** A body's text. @throws Error for an unrequested encoding or a body that does not match its encoding */
function textOf(body: Buffer, encoding = "identity"): string {
  const decode = decoders[encoding];
  if (!decode) throw new Error(`An answer is encoded as ${encoding}.`);
  return decode(body).toString();
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Closes the connections. */
export const hangUp = (): void => agent.destroy();

/** Sends a request unchanged. @throws Error if the connection breaks before a response */
export function send(base: string, { method, path, headers, body }: WireRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(base);
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "content-length": String(body.length) };
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        try {
          resolve({
            status: response.statusCode ?? 0,
            type: String(response.headers["content-type"] ?? ""),
            text: textOf(Buffer.concat(chunks), response.headers["content-encoding"]),
            took: performance.now() - began,
          });
        } catch (error) {
          reject(error);
        }
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** The same request as a shell command. */
export function curlOf(base: string, { method, path, headers, body }: WireRequest): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const shown = body?.toString() ?? "";
  const isText = body === undefined || Buffer.from(shown).equals(body);
  const data =
    body === undefined ? [] : ["--data-binary", isText ? quoted(shown.slice(0, 1500)) : `@- # ${body.length} bytes`];
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}: ${name === "authorization" ? "Bearer TOKEN" : value}`)}`,
  );
  return ["curl", "-X", method, ...lines, ...data, quoted(`${base}${path.slice(0, 2000)}`)].join(" ");
}
