interface CachedResponse {
  readonly etag: string;
  readonly response: Response;
}

/** Caches recent responses to reads, to revalidate them with `If-None-Match`. */
export class ResponseCache {
  readonly #maxSize: number;
  readonly #responses = new Map<string, CachedResponse>();

  /** @param maxSize number of responses; the least recently used goes first */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  /** Sets `If-None-Match` if this caller's response is cached. @returns the response to use after a 304 */
  revalidate(url: string, headers: Headers): Response | undefined {
    if (headers.has("if-none-match")) return undefined;
    const cached = this.#responses.get(keyOf(url, headers));
    if (cached === undefined) return undefined;
    headers.set("if-none-match", cached.etag);
    return cached.response.clone();
  }

  keep(url: string, headers: Headers, response: Response): void {
    const etag = response.headers.get("etag");
    if (response.status !== 200 || etag === null) return;
    const key = keyOf(url, headers);
    this.#responses.delete(key);
    this.#responses.set(key, { etag, response: response.clone() });
    for (const oldest of this.#responses.keys()) {
      if (this.#responses.size <= this.#maxSize) return;
      this.#responses.delete(oldest);
    }
  }
}

/** The key includes the caller, because one client may use several accounts. */
const keyOf = (url: string, headers: Headers): string =>
  [url, ...["accept", "authorization", "roost-account"].map((name) => headers.get(name))].join("\n");
