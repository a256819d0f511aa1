/** The error codes of the agent endpoint (agent.md, Errors; JSON-RPC 2.0, 5.1). */
export const codes = {
  unauthorized: -32_000,
  sessionNotFound: -32_001,
  rateLimitExceeded: -32_029,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  parse: -32_700,
} as const;

export type RpcId = string | number | null;

/** Why a message or request is rejected, as a value with a code: made where it is found, written at the edge. Its sentence repeats nothing secret. */
export class RpcError extends Error {
  readonly code: number;
  /** HTTP, where the request as a whole is rejected; a message is rejected within an answer of 200. */
  readonly status: number;

  constructor(code: number, sentence: string, status = 200) {
    super(sentence);
    this.name = "RpcError";
    this.code = code;
    this.status = status;
  }
}

/** -32602: the sentence names what is wrong, and what would be right. */
export function invalidParams(sentence: string): RpcError {
  return new RpcError(codes.invalidParams, sentence);
}

/** The JSON text of an error response. */
export function errorText(id: RpcId, { code, message }: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message } });
}

/** The JSON text of a response. @param result a JSON text already: records are not parsed to be written again */
export function resultText(id: RpcId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
