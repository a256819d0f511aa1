const dataUrl = /^data:[\w.+/;=-]{0,200};base64,/;

/**
 * The bytes of a text in base64 (RFC 4648), as clients write it: with padding, in lines or in one, alone or behind `data:…;base64,`.
 * Undefined for anything else: what was cut off or damaged must not be stored as something shorter.
 */
export function decodedBytes(text: string): Buffer | undefined {
  const bare = text.startsWith("data:") ? text.replace(dataUrl, "") : text;
  const joined = bare.includes("\n") ? bare.replace(/[\r\n]+/g, "") : bare;
  if (joined.length % 4 !== 0 || joined.includes("-") || joined.includes("_")) return undefined;
  const padding = joined.endsWith("==") ? 2 : joined.endsWith("=") ? 1 : 0;
  const bytes = Buffer.from(joined, "base64");
  // Node leaves out what is no base64, and stops at padding: then there are fewer bytes.
  if (bytes.length !== (joined.length / 4) * 3 - padding) return undefined;
  // The last character may hold bits that belong to no byte: whoever encodes leaves them 0.
  const lastGroup = bytes.subarray(bytes.length - (bytes.length % 3 || 3));
  return lastGroup.toString("base64") === joined.slice(-4) ? bytes : undefined;
}
