import { once } from "node:events";
import { connect } from "node:net";

/**
 * Sends bytes as they stand on a connection of its own, and reads only once all of them are written, as simple clients and proxies do.
 * @returns what came back until the service closed the connection, or had been silent for a while @throws Error when it was reset
 */
export async function sendRaw(url: string, ...pieces: readonly (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.pause();
  await once(socket, "connect");
  const failed = new Promise<never>((_, reject) => socket.once("error", reject));
  const exchanged = async (): Promise<string> => {
    for (const piece of pieces) if (!socket.write(piece)) await once(socket, "drain");
    const chunks: Buffer[] = [];
    socket.setTimeout(500, () => socket.destroy());
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.resume();
    await once(socket, "close");
    return Buffer.concat(chunks).toString("latin1");
  };
  return Promise.race([exchanged(), failed]).finally(() => socket.destroy());
}

/** The parts of an answer as it came. */
export function readRaw(text: string): { status: number; headers: Headers; body: string } {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}
