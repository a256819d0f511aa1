import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { ownOrder } from "../child.ts";
import { answerUsage } from "../measurement.ts";
import { BytesOrder } from "../messages.ts";

/** The baseline of a computed response: a bare Node server sends the same bytes for every request. */

const body = await readFile(ownOrder(BytesOrder).file);

const server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/vnd.api+json", "content-length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address) answerUsage(`http://127.0.0.1:${address.port}`);
});
