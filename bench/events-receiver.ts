import { createServer } from "node:http";
import Type, { type Static } from "typebox";
import { Value } from "typebox/value";
import { ownOrder } from "./child.ts";
import { type Arrivals, ReceiverOrder } from "./messages.ts";

/** A webhook receiver in its own process. It responds immediately or never. */

const Message = Type.Object({ data: Type.Object({ id: Type.Number() }) });

const { answers } = ownOrder(ReceiverOrder);
let arrivals: Static<typeof Arrivals>["arrivals"] = [];

const server = createServer(async (request, response) => {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { data } = Value.Parse(Message, JSON.parse(Buffer.concat(chunks).toString()));
  arrivals.push({ record: data.id, at });
  if (answers) response.writeHead(204).end();
});

process.on("message", () => {
  process.send?.({ arrivals });
  arrivals = [];
});

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the receiver does not listen on a port");
  process.send?.({ url: `http://127.0.0.1:${address.port}/` });
});
