/** A channel's label on a bar: two letters and a color. */
export interface ChannelMark {
  readonly initials: string;
  /** One of the colors in bar.module.css. */
  readonly color: number;
}

export const channelColors = 6;

/** The letters of the first two words, or the first two of one word. */
export function channelMark(id: number, name: string): ChannelMark {
  const [first = "", second = ""] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = second === "" ? [...first].slice(0, 2) : [...first].slice(0, 1).concat([...second].slice(0, 1));
  return { initials: letters.join("").toLocaleUpperCase(), color: id % channelColors };
}
