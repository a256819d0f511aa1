/** A number with its noun, in languages with one plural. */
export const several = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
