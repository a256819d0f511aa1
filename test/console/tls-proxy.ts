import { createServer, request } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { generate } from "selfsigned";
import { baseUrl } from "../harness/service.ts";

/** A browser's proxy that terminates TLS: every HTTPS host is the service. */
export interface TlsProxy {
  /** The proxy's URL. */
  readonly url: string;
  /** Breaks all connections and refuses others, also those of a service worker, which the browser's own emulation misses at times. */
  setOffline(isOffline: boolean): void;
  close(): void;
}

/** @param service the service's plain URL; its public one is `baseUrl` */
export async function aTlsProxy(service: string): Promise<TlsProxy> {
  const { private: key, cert } = await generate([{ name: "commonName", value: new URL(baseUrl).hostname }]);
  const ends = createTlsServer({ key, cert }, (incoming, answer) => {
    const { method = "GET", url = "/", headers } = incoming;
    const passed = request(new URL(url, service), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    passed.on("error", () => answer.destroy());
    answer.on("close", () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => ends.listen(0, "127.0.0.1", resolve));
  const front = createServer((_incoming, answer) => answer.writeHead(405).end());
  let isCut = false;
  front.on("connect", (_incoming, socket) => {
    if (isCut) return void socket.destroy();
    const through = connect(portOf(ends.address()), "127.0.0.1");
    for (const [one, other] of [
      [socket, through],
      [through, socket],
    ] as const)
      one.on("error", () => other.destroy());
    socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
    socket.pipe(through).pipe(socket);
  });
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const setOffline = (isOffline: boolean) => {
    isCut = isOffline;
    if (isOffline) ends.closeAllConnections();
  };
  const close = () => {
    for (const server of [front, ends]) {
      server.closeAllConnections();
      server.close();
    }
  };
  return { url: `http://127.0.0.1:${portOf(front.address())}`, setOffline, close };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the proxy does not listen on a port");
  return address.port;
}
