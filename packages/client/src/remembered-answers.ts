interface Remembered {
  readonly etag: string;
  readonly response: Response;
}

/** The last answers of reads, for the next time that the same is asked: what has not changed is not sent again (304). */
export class RememberedAnswers {
  readonly #most: number;
  readonly #answers = new Map<string, Remembered>();

  /** @param most how many are kept; the one that was not asked for the longest goes first */
  constructor(most: number) {
    this.#most = most;
  }

  /** Sets `If-None-Match` where the answer of this very caller is held. @returns the answer that a 304 stands for */
  ask(url: string, headers: Headers): Response | undefined {
    if (headers.has("if-none-match")) return undefined;
    const remembered = this.#answers.get(keyOf(url, headers));
    if (remembered === undefined) return undefined;
    headers.set("if-none-match", remembered.etag);
    return remembered.response.clone();
  }

  keep(url: string, headers: Headers, response: Response): void {
    const etag = response.headers.get("etag");
    if (response.status !== 200 || etag === null) return;
    const key = keyOf(url, headers);
    this.#answers.delete(key);
    this.#answers.set(key, { etag, response: response.clone() });
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#most) return;
      this.#answers.delete(oldest);
    }
  }
}

/** Whose answer it is, too: one client may look at several accounts. */
const keyOf = (url: string, headers: Headers): string =>
  [url, ...["accept", "authorization", "roost-account"].map((name) => headers.get(name))].join("\n");
