import { createSocket } from "node:dgram";
import { once } from "node:events";
import { afterAll } from "vitest";

/** A name's TXT records; absent: the name does not exist; `failed`: the server reports its own failure. */
type Records = Map<string, readonly string[] | "failed">;

const types = { txt: 16 };
const codes = { done: 0, failed: 2, unknownName: 3 };

/** A DNS server on this machine that answers questions for TXT records (RFC 1035). */
export interface DnsServer {
  readonly records: Records;
  /** Names that were asked for. */
  readonly asked: string[];
  /** The server's address and port. */
  address: string;
}

/** Opens a DNS server before the tests of the file, and closes it after them. */
export async function aDnsServer(): Promise<DnsServer> {
  const server: DnsServer = { records: new Map(), asked: [], address: "" };
  const socket = createSocket("udp4");
  socket.on("message", (query, { port, address }) => socket.send(answerTo(query, server), port, address));
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  server.address = `127.0.0.1:${socket.address().port}`;
  afterAll(() => void socket.close());
  return server;
}

function answerTo(query: Buffer, { records, asked }: DnsServer): Buffer {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const question = query.subarray(12, at + 5);
  const name = labels.join(".").toLowerCase();
  asked.push(name);
  const found = records.get(name);
  const texts = Array.isArray(found) && query.readUInt16BE(at + 1) === types.txt ? found : [];
  const code = found === "failed" ? codes.failed : found === undefined ? codes.unknownName : codes.done;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  // A response, with recursion wanted and available.
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(texts.length, 6);
  return Buffer.concat([head, question, ...texts.map(recordOf)]);
}

/** A TXT record of the question's name, its text in parts of at most 255 bytes. */
function recordOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part, "latin1")])),
  );
  const head = Buffer.alloc(12);
  // A pointer to the question's name; type, class, seconds to live, length.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(types.txt, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
