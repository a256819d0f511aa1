import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { GatheringSocket } from "../../src/database/gathering-socket.ts";

test("what is written around corks within one turn leaves the process at once, in its order", async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || !address) throw new Error("The server listens at no port.");
  const socket = new GatheringSocket();
  const accepted = once(server, "connection");
  socket.connect(address.port, "127.0.0.1");
  const [peer] = await accepted;
  onTestFinished(() => void peer.destroy());
  for (const message of ["begin;", "select;", "commit;"]) {
    socket.cork();
    socket.write(message);
    socket.uncork();
  }
  expect(socket.bytesWritten - socket.writableLength).toBe(0);
  const [data] = await once(peer, "data");
  expect(String(data)).toBe("begin;select;commit;");
  socket.destroy();
});
