/** The reason why a calendar cannot be imported, for the manager. The message never quotes the calendar's text. */
export class FeedError extends Error {
  /** The server's requested time of the next request; 0 without one. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds = 0) {
    super(message);
    this.name = "FeedError";
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Maximum size of an imported calendar (conventions.md, Bounds). */
export const maxBytes = 10 * 1024 * 1024;
export const maxEvents = 20_000;
