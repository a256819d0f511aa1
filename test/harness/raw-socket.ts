import { once } from "node:events";
import { connect } from "node:net";

/** Sends the bytes of one request as `exchangeRaw` does. */
export const sendRaw = (url: string, ...pieces: readonly (string | Buffer)[]): Promise<string> =>
  exchangeRaw(url, pieces, 1);

/**
 * Sends bytes unchanged on a new connection and reads only after writing all of them, as simple clients and proxies do.
 * @returns the bytes received until so many responses were complete, or the service closed the connection @throws Error on a reset
 */
export async function exchangeRaw(url: string, pieces: readonly (string | Buffer)[], answers: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  await once(socket, "connect");
  const failed = new Promise<never>((_, reject) => socket.once("error", reject));
  const exchanged = async (): Promise<string> => {
    for (const piece of pieces) if (!socket.write(piece)) await once(socket, "drain");
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (wholeAnswers(text) >= answers) socket.destroy();
    });
    socket.resume();
    await once(socket, "close");
    return text;
  };
  return Promise.race([exchanged(), failed]).finally(() => socket.destroy());
}

/** Counts complete responses. One without a length ends with its connection. */
function wholeAnswers(text: string): number {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return 0;
  const head = text.slice(0, end);
  const isEmpty = /^HTTP\/1\.1 (204|304)/.test(head);
  const length = isEmpty ? 0 : Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN);
  const rest = text.slice(end + 4);
  return rest.length >= length ? 1 + wholeAnswers(rest.slice(length)) : 0;
}

/** Splits a raw response into its parts. */
export function readRaw(text: string): { status: number; headers: Headers; body: string } {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}
