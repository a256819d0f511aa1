/** The search text and the open guest, kept in the address. */
export interface GuestsSearch {
  readonly sought?: string;
  readonly guest?: number;
}

export function guestsSearch(input: Readonly<Record<string, unknown>>): GuestsSearch {
  const sought = input.sought === undefined ? "" : String(input.sought);
  const guest = Number(input.guest);
  return {
    ...(sought === "" ? {} : { sought }),
    ...(Number.isSafeInteger(guest) && guest > 0 ? { guest } : {}),
  };
}
