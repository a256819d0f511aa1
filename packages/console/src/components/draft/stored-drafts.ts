/** Drafts hold guests' data, so they end with the tab or the sign-out. An expired session keeps them. */
const prefix = "roost.draft.";

export const draftKey = (person: number, account: number, record: string): string =>
  `${prefix}${person}.${account}.${record}`;

/** @returns the stored draft, completed by the fields that it lacks */
export function readDraft<D>(key: string, empty: D): D {
  const stored = sessionStorage.getItem(key);
  if (stored === null) return empty;
  const draft: D = JSON.parse(stored);
  return typeof empty === "object" ? { ...empty, ...draft } : draft;
}

export function storeDraft<D>(key: string, draft: D, empty: D): void {
  const text = JSON.stringify(draft);
  if (text === JSON.stringify(empty)) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
}

/** Removes all drafts of the tab, at sign-out. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
}
