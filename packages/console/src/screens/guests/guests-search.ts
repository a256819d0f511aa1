/** What the address says of the guests: what is sought, and who is looked at. */
export interface GuestsSearch {
  readonly sought?: string;
  readonly guest?: number;
}

export function guestsSearch(given: Readonly<Record<string, unknown>>): GuestsSearch {
  const sought = given.sought === undefined ? "" : String(given.sought);
  const guest = Number(given.guest);
  return {
    ...(sought === "" ? {} : { sought }),
    ...(Number.isSafeInteger(guest) && guest > 0 ? { guest } : {}),
  };
}
