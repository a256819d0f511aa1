import type { AgentToken } from "../../modules/platform/access/agent-tokens/agent-tokens.ts";
import { codes, invalidParams, RpcError } from "./rpc/rpc-error.ts";

/** Where a call can name its account, in the order in which they are looked at (service.md, Agent endpoint tokens). */
export interface AccountPins {
  /** `params._meta["service/account-id"]` */
  readonly meta: unknown;
  /** The tool's argument `account_id`. */
  readonly argument: unknown;
  /** The header `X-Service-Account-ID`: for all calls of the request. */
  readonly header: unknown;
}

/** The key under which `_meta` names the account. */
export const metaKey = "service/account-id";

/**
 * The account that a call is about. A single-account token has one, and any other is rejected wherever it is named. A multi-account
 * token must name one of its own: the first pin that names any counts. @returns undefined when it names none
 * @throws RpcError -32602
 */
export function activeAccount({ multi, accounts }: AgentToken, pins: AccountPins): number | undefined {
  const named = [pins.meta, pins.argument, pins.header].filter((pin) => pin !== undefined && pin !== null);
  const counting = multi ? named.slice(0, 1) : named;
  for (const pin of counting) {
    const id = numericId(pin);
    if (id === undefined) throw invalidParams("Invalid params: account_id must be the numeric id of an account.");
    if (!accounts.includes(id)) {
      throw invalidParams(`Invalid params: the account is not authorized for this token: ${id}.`);
    }
  }
  return multi ? numericId(counting[0]) : accounts[0];
}

/** The account of a call that cannot do without. @throws RpcError -32602 */
export function needAccount(account: number | undefined, { accounts }: AgentToken): number {
  if (account !== undefined) return account;
  throw new RpcError(
    codes.invalidParams,
    `Invalid params: account_id is required for this token; it can be one of: ${accounts.join(", ")}.`,
  );
}

function numericId(pin: unknown): number | undefined {
  if (typeof pin === "number") return Number.isSafeInteger(pin) && pin > 0 ? pin : undefined;
  return typeof pin === "string" && /^[1-9]\d{0,14}$/.test(pin) ? Number(pin) : undefined;
}
