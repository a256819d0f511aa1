/** The error codes of the agent endpoint (agent.md, Errors; JSON-RPC 2.0, 5.1). */
export const codes = {
  unauthorized: -32_000,
  sessionNotFound: -32_001,
  resourceNotFound: -32_002,
  headerMismatch: -32_020,
  missingCapability: -32_021,
  unsupportedVersion: -32_022,
  rateLimitExceeded: -32_029,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  parse: -32_700,
} as const;

export type RpcId = string | number | null;

/** Rejects a message or a request. The message contains no secrets. */
export class RpcError extends Error {
  readonly code: number;
  /** The HTTP status when the whole request is rejected. A single message is rejected within a 200 response. */
  readonly status: number;
  /** Details that let a program react, such as the supported versions. */
  readonly data: Readonly<Record<string, unknown>> | undefined;

  constructor(code: number, sentence: string, status = 200, data?: Readonly<Record<string, unknown>>) {
    super(sentence);
    this.name = "RpcError";
    this.code = code;
    this.status = status;
    this.data = data;
  }
}

/** -32602. The message names the problem and the valid values. */
export function invalidParams(sentence: string): RpcError {
  return new RpcError(codes.invalidParams, sentence);
}

/** The JSON text of an error response. */
export function errorText(id: RpcId, { code, message, data }: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

/** The JSON text of a response. @param result JSON text, so records are not parsed and serialized again */
export function resultText(id: RpcId, result: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}
