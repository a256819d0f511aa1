import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

/** What the network does: it works, says nothing any more, or refuses. */
export type NetworkState = "open" | "silent" | "refusing";

/** The network between others and a PostgreSQL: bytes go through it until it is broken. */
export class Network {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  #state: NetworkState = "open";

  /** @param target where the server listens now; a directory for a unix socket */
  static async listen(target: () => { readonly host: string; readonly port: number }): Promise<Network> {
    const sockets = new Set<Socket>();
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const address = server.address();
    const network = new Network(server, sockets, typeof address === "object" && address ? address.port : 0);
    server.on("connection", (socket) => network.#carry(socket, target()));
    return network;
  }

  private constructor(server: Server, sockets: Set<Socket>, port: number) {
    this.#server = server;
    this.#sockets = sockets;
    this.port = port;
  }

  /** Breaks the network, or mends it. What was on its way while it was silent arrives then. */
  become(state: NetworkState): void {
    this.#state = state;
    for (const socket of this.#sockets) {
      if (state === "open") socket.resume();
      else if (state === "silent") socket.pause();
      else socket.destroy();
    }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #carry(from: Socket, { host, port }: { readonly host: string; readonly port: number }): void {
    if (this.#state === "refusing") return void from.destroy();
    const to = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    this.#join(from, to);
    this.#join(to, from);
  }

  #join(one: Socket, other: Socket): void {
    this.#sockets.add(one);
    one.on("data", (bytes) => {
      other.write(bytes);
    });
    one.once("close", () => {
      this.#sockets.delete(one);
      other.destroy();
    });
    // Whoever is killed leaves a broken connection, which is what both ends are to see.
    one.on("error", () => other.destroy());
    if (this.#state === "silent") one.pause();
  }
}
