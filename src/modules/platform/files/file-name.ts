/** Characters of a name. */
const longest = 255;

/** What no name of a file shows: what controls, turns the direction of writing, or cannot be seen. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A file's name as it may be shown: without folders and hidden characters, not longer than 255; undefined when nothing is left. */
export function fileName(text: string | undefined): string | undefined {
  const last = (text ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(unseen, "").trim();
  if (name === "" || /^\.+$/.test(name)) return undefined;
  return [...name].slice(0, longest).join("");
}
