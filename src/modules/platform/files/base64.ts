const dataUrl = /^data:[\w.+/;=-]{0,200};base64,/;

/**
 * Decodes base64 (RFC 4648) as clients write it: padded, with or without line breaks, optionally after `data:…;base64,`.
 * Undefined for anything else, so that truncated or damaged input is not stored as a shorter file.
 */
export function decodedBytes(text: string): Buffer | undefined {
  const bare = text.startsWith("data:") ? text.replace(dataUrl, "") : text;
  const joined = bare.includes("\n") ? bare.replace(/[\r\n]+/g, "") : bare;
  if (joined.length % 4 !== 0 || joined.includes("-") || joined.includes("_")) return undefined;
  const padding = joined.endsWith("==") ? 2 : joined.endsWith("=") ? 1 : 0;
  const bytes = Buffer.from(joined, "base64");
  // Node skips invalid characters and stops at padding, which yields fewer bytes.
  if (bytes.length !== (joined.length / 4) * 3 - padding) return undefined;
  // Encoders leave the unused bits of the last character 0.
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return lastGroup.toString("base64") === joined.slice(-4) ? bytes : undefined;
}
