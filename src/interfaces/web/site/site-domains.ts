import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Database } from "../../../database/connect/database.ts";
import { hostName } from "./site-links.ts";

/** The time after which the known host names are read again. */
const freshMs = 15_000;

/** Files of the service that pages on a site's own host name use, too. */
const shared = /^\/(assets|files)\//;

/** Dependencies of the routing by host name. */
interface DomainDependencies {
  readonly database: Pick<Database, "read">;
  readonly baseUrl: string;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  /** Reports that the host names could not be read; the former ones stay in use. */
  readonly failed: (error: unknown) => void;
}

/**
 * The host names of the booking sites. A request at one of them is a request of its site, and reaches nothing else of the service. A
 * router must decide at once, so the names are read beforehand, and again in the background.
 */
export class SiteDomains {
  private readonly dependencies: DomainDependencies;
  private readonly ownHost: string;
  private addresses: ReadonlyMap<string, string> = new Map();
  private readAt = 0;
  private reading: Promise<void> | undefined;

  constructor(dependencies: DomainDependencies) {
    this.dependencies = dependencies;
    this.ownHost = new URL(dependencies.baseUrl).hostname;
  }

  /** The URL that the router sees: below `/stay/<address>` at a site's own host name, otherwise unchanged. */
  urlOf({ url = "/", headers }: Pick<IncomingMessage, "url" | "headers">): string {
    const host = hostName(headers.host);
    // The service's own name is never a site's, whatever an account entered.
    if (host === this.ownHost || !host.includes(".") || isIP(host) !== 0) return url;
    if (this.dependencies.clock() - this.readAt > freshMs) void this.refresh();
    const address = this.addresses.get(host);
    if (address === undefined || shared.test(url)) return url;
    return url === "/" ? `/stay/${address}` : `/stay/${address}${url}`;
  }

  /** Reads the host names. */
  refresh(): Promise<void> {
    this.reading ??= this.read().finally(() => {
      this.reading = undefined;
    });
    return this.reading;
  }

  private async read(): Promise<void> {
    const { database, clock, failed } = this.dependencies;
    // Also after a failure: a database that is down is not asked at each request.
    this.readAt = clock();
    try {
      const rows = await database.read(
        { name: "booking site domains", text: "select domain, address from booking_site_domains()" },
        [],
      );
      this.addresses = new Map(rows.map(([domain, address]) => [String(domain), String(address)]));
    } catch (error) {
      failed(error);
    }
  }
}
