/** Why a calendar cannot be taken: one sentence, for who set the feed up. It holds nothing of the calendar's own text. */
export class FeedError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "FeedError";
  }
}

/** Bytes and events of an imported calendar (conventions.md, Bounds). */
export const mostBytes = 10 * 1024 * 1024;
export const mostEvents = 20_000;
