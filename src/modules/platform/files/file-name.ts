const maxLength = 255;

/** Control characters, direction marks and other invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Cleans a file name for display: no folders, no invisible characters, at most 255 characters. Undefined if nothing is left. */
export function fileName(text: string | undefined): string | undefined {
  const last = (text ?? "").toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const name = last.replace(invisible, "").trim();
  if (name === "" || /^\.+$/.test(name)) return undefined;
  return [...name].slice(0, maxLength).join("");
}
