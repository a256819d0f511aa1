/** A server's address. For a unix socket, `host` is its directory. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The hosts of one database, one of which accepts writes at a time. A process connects to the one that last did. */
export class Hosts {
  readonly #all: readonly Host[];
  #current: Host;

  constructor(all: readonly [Host, ...Host[]]) {
    this.#all = all;
    this.#current = all[0];
  }

  get count(): number {
    return this.#all.length;
  }

  get current(): Host {
    return this.#current;
  }

  /** Moves on to the next host after `host` failed or refused writes. Does nothing if it is no longer the current one. */
  leave(host: Host): void {
    if (host !== this.#current) return;
    this.#current = this.#all[(this.#all.indexOf(host) + 1) % this.#all.length] ?? host;
  }
}

/**
 * Splits a database URL into one URL per host. As in libpq, `postgres://user:password@one:5432,two:5432/database` names two.
 */
export function hostUrls(databaseUrl: string): [string, ...string[]] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const [first = "", ...others] = (hosts ?? "").split(",");
  if (others.length === 0) return [databaseUrl];
  return [`${before}${first}${after}`, ...others.map((host) => `${before}${host}${after}`)];
}
