import { randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** 32 bytes are at most so many digits to the base 62. */
const length = 43;

const pattern = /^mcp_[0-9A-Za-z]{43}$/;

/** A new token of the agent endpoint: `mcp_` and 32 random bytes in base62 (agent.md, Tokens). */
export function newAgentToken(): string {
  let rest = BigInt(`0x${randomBytes(32).toString("hex")}`);
  let text = "";
  for (let index = 0; index < length; index++) {
    text = (digits[Number(rest % 62n)] ?? "") + text;
    rest /= 62n;
  }
  return `mcp_${text}`;
}

/** Whether a text could be one of our tokens; what could not is not looked up. */
export function isAgentTokenText(text: string): boolean {
  return pattern.test(text);
}

/** What a token is known by where it must not stand itself: in lists and logs. */
export function prefixOf(token: string): string {
  return token.slice(0, 8);
}
