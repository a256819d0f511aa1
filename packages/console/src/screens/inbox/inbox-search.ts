/** Which conversations are listed; the first unless the address says otherwise. */
export const shownKinds = ["open", "unanswered", "mine", "closed", "spam"] as const;
export type Shown = (typeof shownKinds)[number];

/** What the address says of the inbox: which list, and which conversation of it is read. */
export interface InboxSearch {
  readonly shown?: Shown;
  readonly conversation?: number;
}

export function inboxSearch(given: Readonly<Record<string, unknown>>): InboxSearch {
  const shown = shownKinds.find((kind) => kind === given.shown);
  const conversation = Number(given.conversation);
  return {
    ...(shown ? { shown } : {}),
    ...(Number.isSafeInteger(conversation) && conversation > 0 ? { conversation } : {}),
  };
}
