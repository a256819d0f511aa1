import type { ConnectionOptions } from "node:tls";
import type { Hosts } from "./hosts.ts";

/** A PostgreSQL server's address and a login. For a unix socket, `host` is its directory. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl?: boolean | ConnectionOptions;
  /** Set if there are several hosts, one of which accepts writes. `host` and `port` are then the first host's. */
  readonly hosts?: Hosts;
}
