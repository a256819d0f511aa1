import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { MethodResult } from "../../../src/interfaces/mcp/protocol/offering.ts";
import { invalidParams } from "../../../src/interfaces/mcp/rpc/rpc-error.ts";
import type { Json } from "../../harness/client.ts";
import { objectIn } from "../fixture.ts";
import { complete, type TestCall, type TestTool, text } from "./tool.ts";

const secret = randomBytes(32);
const sign = (round: string): string => `${round}.${createHmac("sha256", secret).update(round).digest("hex")}`;

function roundIn(state: unknown): string {
  const [round = ""] = String(state).split(".");
  const [own, theirs] = [Buffer.from(sign(round)), Buffer.from(String(state))];
  if (own.length === theirs.length && timingSafeEqual(own, theirs)) return round;
  throw invalidParams("Invalid params: requestState was changed.");
}

/** Asks the client for more (MCP 2026-07-28, Multi Round-Trip Requests). */
export const inputRequired = (inputRequests: Json, requestState?: string): MethodResult => ({
  json: JSON.stringify({ inputRequests, ...(requestState === undefined ? {} : { requestState }) }),
  resultType: "input_required",
});

export const elicitation = (message: string, name: string, type = "string") => ({
  method: "elicitation/create",
  params: {
    mode: "form",
    message,
    requestedSchema: { type: "object", properties: { [name]: { type } }, required: [name] },
  },
});

const sampling = (question: string, maxTokens: number) => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: text(question) }], maxTokens },
});

const roots = { method: "roots/list", params: {} };
const done = (sentence: string) => complete({ content: [text(sentence)] });

/** Asks until the response has the expected shape. */
function once(key: string, request: Json, answer: (response: Json) => string): TestTool {
  return {
    run: ({ responses }) => {
      const response = objectIn(responses[key]);
      return Object.keys(response).length === 0 ? inputRequired({ [key]: request }) : done(answer(response));
    },
  };
}

const hasAll = (responses: Json, keys: readonly string[]) => keys.every((key) => responses[key] !== undefined);

function several({ responses, state }: TestCall): MethodResult {
  const requests = {
    user_name: elicitation("What is your name?", "name"),
    greeting: sampling("Generate a greeting", 50),
    client_roots: roots,
  };
  if (!hasAll(responses, Object.keys(requests))) return inputRequired(requests, sign("all"));
  roundIn(state);
  return done("All three arrived.");
}

function rounds({ responses, state }: TestCall): MethodResult {
  if (state === undefined)
    return inputRequired({ step1: elicitation("Step 1: What is your name?", "name") }, sign("1"));
  if (roundIn(state) === "1")
    return inputRequired({ step2: elicitation("Step 2: What is your favorite color?", "color") }, sign("2"));
  return done(`Colors: ${JSON.stringify(responses)}`);
}

function confirmed({ state }: TestCall): MethodResult {
  if (state === undefined)
    return inputRequired({ confirm: elicitation("Please confirm", "ok", "boolean") }, sign("confirm"));
  roundIn(state);
  return done("state-ok");
}

function capable({ capabilities, responses }: TestCall): MethodResult {
  const requests = {
    ...(capabilities.elicitation === undefined ? {} : { user_name: elicitation("What is your name?", "name") }),
    ...(capabilities.sampling === undefined ? {} : { capital: sampling("What is the capital of France?", 100) }),
  };
  return hasAll(responses, Object.keys(requests)) ? done("Done.") : inputRequired(requests);
}

/** Tools that ask in their result. */
export const inputTools: readonly (readonly [string, TestTool])[] = [
  [
    "test_input_required_result_elicitation",
    once("user_name", elicitation("What is your name?", "name"), ({ content }) => `Hello, ${objectIn(content).name}!`),
  ],
  ["test_streaming_elicitation", once("user_name", elicitation("What is your name?", "name"), () => "Hello!")],
  [
    "test_input_required_result_sampling",
    once("capital_question", sampling("What is the capital of France?", 100), ({ content }) => JSON.stringify(content)),
  ],
  ["test_input_required_result_list_roots", once("client_roots", roots, (found) => JSON.stringify(found.roots))],
  ["test_input_required_result_request_state", { run: confirmed }],
  ["test_input_required_result_tampered_state", { run: confirmed }],
  ["test_input_required_result_multiple_inputs", { run: several }],
  ["test_input_required_result_multi_round", { run: rounds }],
  ["test_input_required_result_capabilities", { run: capable }],
];
