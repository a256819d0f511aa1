import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerAddress } from "../src/database/connect/address.ts";

/** The traffic to the database since the last call. */
export interface Traffic {
  /** The number of sends after a response. Pipelined statements count once. */
  readonly roundTrips: number;
  readonly statements: number;
}

/** A proxy between service and database that counts statements, for one request at a time. */
export class CountingProxy implements AsyncDisposable {
  readonly address: ServerAddress;
  private readonly server = createServer((client) => this.join(client));
  private readonly to: ServerAddress;
  private readonly sockets = new Set<Socket>();
  private roundTrips = 0;
  private statements = 0;
  private asking = false;

  private constructor(to: ServerAddress, directory: string) {
    this.to = to;
    this.address = { ...to, host: directory };
  }

  /** @param to a server that listens on a unix socket */
  static async before(to: ServerAddress): Promise<CountingProxy> {
    const proxy = new CountingProxy(to, await mkdtemp(join(tmpdir(), "roost-proxy-")));
    await new Promise<void>((resolve) => proxy.server.listen(socketOf(proxy.address), resolve));
    return proxy;
  }

  take(): Traffic {
    const { roundTrips, statements } = this;
    this.roundTrips = 0;
    this.statements = 0;
    return { roundTrips, statements };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.address.host, { recursive: true, force: true });
  }

  private join(client: Socket): void {
    const server = connect(socketOf(this.to));
    const messages = new Messages();
    client.on("data", (data) => {
      if (!this.asking) this.roundTrips++;
      this.asking = true;
      this.statements += messages.statementsIn(data);
      server.write(data);
    });
    server.on("data", (data) => {
      this.asking = false;
      client.write(data);
    });
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  }
}

/** Parses client messages from chunks of any size (PostgreSQL, 54.7): all but the first start with a type letter. */
class Messages {
  private rest: Buffer = Buffer.alloc(0);
  private begun = false;

  statementsIn(data: Buffer): number {
    let statements = 0;
    let rest = Buffer.concat([this.rest, data]);
    for (;;) {
      const head = this.begun ? 1 : 0;
      if (rest.length < head + 4) break;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) break;
      // Execute, or a simple Query.
      if (this.begun && (rest[0] === 0x45 || rest[0] === 0x51)) statements++;
      this.begun = true;
      rest = rest.subarray(end);
    }
    this.rest = rest;
    return statements;
  }
}

const socketOf = ({ host, port }: ServerAddress): string => join(host, `.s.PGSQL.${port}`);
