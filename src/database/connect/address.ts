import type { ConnectionOptions } from "node:tls";
import type { Hosts } from "./hosts.ts";

/** Where a PostgreSQL server listens, and a login. `host` is a directory when it is a unix socket. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly ssl?: boolean | ConnectionOptions;
  /** Where there are several of them, one of which takes writes: `host` and `port` are of the first. */
  readonly hosts?: Hosts;
}
