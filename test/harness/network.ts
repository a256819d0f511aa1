import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";

/** The network's state: working, silent or refusing. */
export type NetworkState = "open" | "silent" | "refusing";

/** A proxy in front of PostgreSQL that a test can break. */
export class Network {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  #state: NetworkState = "open";

  /** @param target the server's current address; a directory for a unix socket */
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

  /** Breaks or restores the network. Bytes sent while it was silent arrive when it is restored. */
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
    // Both ends must see a killed peer's broken connection.
    one.on("error", () => other.destroy());
    if (this.#state === "silent") one.pause();
  }
}
