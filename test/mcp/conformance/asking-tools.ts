import type { Json } from "../../harness/client.ts";
import { complete, type TestCall, type TestTool, text } from "./tool.ts";

/** Asks the client of a session, then answers with its result. */
async function* asking(call: TestCall, method: string, params: Json, prefix: string) {
  const { message, result } = call.ask(method, params);
  yield message;
  return complete({ content: [text(`${prefix} ${JSON.stringify(await result)}`)] });
}

const schema = (properties: Json, required: readonly string[] = []) => ({ type: "object", properties, required });
const options = ["option1", "option2", "option3"];
const titled = (first: string) => [
  { const: "value1", title: first },
  { const: "value2", title: "Second" },
  { const: "value3", title: "Third" },
];

const defaults = schema({
  name: { type: "string", default: "John Doe" },
  age: { type: "integer", default: 30 },
  score: { type: "number", default: 95.5 },
  status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", default: true },
});

const enums = schema({
  untitledSingle: { type: "string", enum: options },
  titledSingle: { type: "string", oneOf: titled("First Option") },
  legacyEnum: {
    type: "string",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: { type: "array", items: { type: "string", enum: options } },
  titledMulti: { type: "array", items: { anyOf: titled("First Choice") } },
});

const people = schema({ username: { type: "string" }, email: { type: "string" } }, ["username", "email"]);

/** Tools that ask the client of a session. */
export const askingTools: readonly (readonly [string, TestTool])[] = [
  [
    "test_sampling",
    {
      inputSchema: schema({ prompt: { type: "string" } }, ["prompt"]),
      run: (call) =>
        asking(
          call,
          "sampling/createMessage",
          { messages: [{ role: "user", content: text(String(call.args.prompt)) }], maxTokens: 100 },
          "LLM response:",
        ),
    },
  ],
  [
    "test_elicitation",
    {
      inputSchema: schema({ message: { type: "string" } }, ["message"]),
      run: (call) =>
        asking(call, "elicitation/create", { message: call.args.message, requestedSchema: people }, "User response:"),
    },
  ],
  ...(
    [
      ["test_elicitation_sep1034_defaults", defaults],
      ["test_elicitation_sep1330_enums", enums],
    ] as const
  ).map(
    ([name, requestedSchema]) =>
      [
        name,
        {
          run: (call: TestCall) =>
            asking(call, "elicitation/create", { message: "Fill this in", requestedSchema }, "Elicitation completed:"),
        },
      ] as const,
  ),
];
