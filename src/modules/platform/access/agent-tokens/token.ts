import { randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 32 bytes have at most this many base62 digits. */
const length = 43;

const pattern = /^mcp_[0-9A-Za-z]{43}$/;

/** Creates a token for the agent endpoint: `mcp_` and 32 random bytes in base62 (agent.md, Tokens). */
export function newAgentToken(): string {
  let rest = BigInt(`0x${randomBytes(32).toString("hex")}`);
  let text = "";
  for (let index = 0; index < length; index++) {
    text = (digits[Number(rest % 62n)] ?? "") + text;
    rest /= 62n;
  }
  return `mcp_${text}`;
}

/** Whether a text has an agent token's format. Other texts are not looked up. */
export function isAgentTokenText(text: string): boolean {
  return pattern.test(text);
}

/** Identifies a token in lists and logs without revealing it. */
export function prefixOf(token: string): string {
  return token.slice(0, 8);
}
