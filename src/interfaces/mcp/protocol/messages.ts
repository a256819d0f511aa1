import { rpcErrorOf } from "../rpc/errors.ts";
import { errorText, type RpcId, resultText } from "../rpc/rpc-error.ts";
import type { Method, MethodCall, MethodResult, Streamed } from "./offering.ts";
import { resultJson } from "./result.ts";

/** Whether a method yields messages before its result. */
export function isStreamed(result: ReturnType<Method>): result is Streamed {
  return Symbol.asyncIterator in result;
}

/** The JSON text of a method's response. */
export function responseOf({ inSession }: MethodCall, id: RpcId, result: MethodResult): string {
  return resultText(id, resultJson(result, inSession));
}

/** A method's messages, with its response as the return value. An error becomes the response. */
export async function* streamOf(
  call: MethodCall,
  id: RpcId,
  result: Streamed,
): AsyncGenerator<string, string, undefined> {
  try {
    return responseOf(call, id, yield* result);
  } catch (error) {
    return errorText(id, rpcErrorOf(error, call.request));
  }
}
