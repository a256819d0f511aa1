/** Why a calendar cannot be imported, for the manager. The message never quotes the calendar's text. */
export class FeedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FeedError";
  }
}

/** Maximum size of an imported calendar (conventions.md, Bounds). */
export const maxBytes = 10 * 1024 * 1024;
export const maxEvents = 20_000;
