/** Where a server listens. `host` is a directory when it is a unix socket. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The hosts of one database, of which one at a time takes writes. All connections of a process go to the one that did last. */
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

  /** A host did not answer, or takes no writes: the next one is tried. Whoever hears of it late changes nothing. */
  leave(host: Host): void {
    if (host !== this.#current) return;
    this.#current = this.#all[(this.#all.indexOf(host) + 1) % this.#all.length] ?? host;
  }
}

/**
 * The URLs of the single hosts of a database's URL: `postgres://user:password@one:5432,two:5432/database` names two, as libpq has it.
 * @returns one for a URL of one host
 */
export function hostUrls(databaseUrl: string): [string, ...string[]] {
  const [, before, hosts, after] = /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s.exec(databaseUrl) ?? [];
  const [first = "", ...others] = (hosts ?? "").split(",");
  if (others.length === 0) return [databaseUrl];
  return [`${before}${first}${after}`, ...others.map((host) => `${before}${host}${after}`)];
}
