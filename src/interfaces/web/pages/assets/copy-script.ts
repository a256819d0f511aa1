import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Adds a "Copy" button to each element with `data-copy`. A page needs `allowOwnScript` to use it, and works without it. */
export const copyScript = readFileSync(new URL("./copy.js", import.meta.url), "utf8");

export const copyScriptVersion = createHash("sha256").update(copyScript).digest("base64url").slice(0, 12);

/** The script's URL, which changes with its content. */
export const copyScriptUrl = `/assets/copy.js?v=${copyScriptVersion}`;
