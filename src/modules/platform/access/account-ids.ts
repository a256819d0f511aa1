/** The ids in a comma list; undefined when it holds none. */
export function accountIds(list: string | null | undefined): readonly [number, ...number[]] | undefined {
  if (!list) return undefined;
  const [first, ...others] = list.split(",").map(Number);
  return first === undefined ? undefined : [first, ...others];
}
