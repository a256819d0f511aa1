import type { AgentToken } from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { codes, invalidParams, RpcError } from "./rpc/rpc-error.ts";

/** The places where a call can name its account, in order of precedence (service.md, Agent endpoint tokens). */
export interface AccountPins {
  /** `params._meta["service/account-id"]` */
  readonly meta: unknown;
  /** The tool argument `account_id`. */
  readonly argument: unknown;
  /** The header `X-Service-Account-ID`, which applies to all calls of the request. */
  readonly header: unknown;
}

/** The `_meta` key that names the account. */
export const metaKey = "service/account-id";

/**
 * Resolves the account of a call. A single-account token rejects any other account in any pin.
 * A multi-account token uses the first pin, which must name one of its accounts.
 * @returns undefined when a multi-account call names no account
 * @throws RpcError -32602
 */
export function activeAccount({ multi, accounts }: AgentToken, pins: AccountPins): number | undefined {
  const present = [pins.meta, pins.argument, pins.header].filter((pin) => pin !== undefined && pin !== null);
  const effective = multi ? present.slice(0, 1) : present;
  for (const pin of effective) {
    const id = numericId(pin);
    if (id === undefined) throw invalidParams("Invalid params: account_id must be the numeric id of an account.");
    if (!accounts.includes(id)) {
      throw invalidParams(`Invalid params: the account is not authorized for this token: ${id}.`);
    }
  }
  return multi ? numericId(effective[0]) : accounts[0];
}

/** Returns the account of a call that requires one. @throws RpcError -32602 */
export function needAccount(account: number | undefined, { accounts }: AgentToken): number {
  if (account !== undefined) return account;
  throw new RpcError(
    codes.invalidParams,
    `Invalid params: account_id is required for this token. Use one of: ${accounts.join(", ")}.`,
  );
}

function numericId(pin: unknown): number | undefined {
  if (typeof pin === "number") return Number.isSafeInteger(pin) && pin > 0 ? pin : undefined;
  return typeof pin === "string" && /^[1-9]\d{0,14}$/.test(pin) ? Number(pin) : undefined;
}
