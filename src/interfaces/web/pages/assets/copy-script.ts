import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** Puts a button "Copy" beside whatever has `data-copy`. A page says so by `allowOwnScript` and works without it, too. */
export const copyScript = readFileSync(new URL("./copy.js", import.meta.url), "utf8");

export const copyScriptVersion = createHash("sha256").update(copyScript).digest("base64url").slice(0, 12);

/** Where pages find the script; the URL changes with its content. */
export const copyScriptUrl = `/assets/copy.js?v=${copyScriptVersion}`;
