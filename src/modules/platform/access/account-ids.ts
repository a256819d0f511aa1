/** Parses a comma-separated list of ids; undefined if it is empty. */
export function accountIds(list: string | null | undefined): readonly [number, ...number[]] | undefined {
  if (!list) return undefined;
  const [first, ...others] = list.split(",").map(Number);
  return first === undefined ? undefined : [first, ...others];
}
