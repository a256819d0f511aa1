/** The lists of conversations. The first is the default. */
export const shownKinds = ["open", "unanswered", "mine", "closed", "spam"] as const;
export type Shown = (typeof shownKinds)[number];

/** The list and the open conversation, kept in the address. */
export interface InboxSearch {
  readonly shown?: Shown;
  readonly conversation?: number;
}

export function inboxSearch(input: Readonly<Record<string, unknown>>): InboxSearch {
  const shown = shownKinds.find((kind) => kind === input.shown);
  const conversation = Number(input.conversation);
  return {
    ...(shown ? { shown } : {}),
    ...(Number.isSafeInteger(conversation) && conversation > 0 ? { conversation } : {}),
  };
}
