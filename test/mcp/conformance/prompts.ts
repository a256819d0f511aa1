import type { MethodResult } from "../../../src/interfaces/mcp/protocol/offering.ts";
import type { Json } from "../../harness/client.ts";
import { objectIn } from "../fixture.ts";
import { elicitation, inputRequired } from "./input-tools.ts";
import { complete, type TestCall, text } from "./tool.ts";
import { image } from "./tools.ts";

const user = (content: Json) => ({ role: "user", content });
const messages = (...contents: readonly Json[]) => complete({ messages: contents.map(user) });

const embedded = (uri: unknown) => ({
  type: "resource",
  resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
});

/** The prompts that the conformance suite expects, with the names of their arguments. */
export const testPrompts: ReadonlyMap<string, { readonly arguments: readonly string[]; readonly run: Run }> = new Map([
  ["test_simple_prompt", { arguments: [], run: () => messages(text("This is a simple prompt for testing.")) }],
  [
    "test_prompt_with_arguments",
    {
      arguments: ["arg1", "arg2"],
      run: ({ args }) => messages(text(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)),
    },
  ],
  [
    "test_prompt_with_embedded_resource",
    {
      arguments: ["resourceUri"],
      run: ({ args }) => messages(embedded(args.resourceUri), text("Please process the embedded resource above.")),
    },
  ],
  ["test_prompt_with_image", { arguments: [], run: () => messages(image, text("Please analyze the image above.")) }],
  [
    "test_input_required_result_prompt",
    {
      arguments: [],
      run: ({ responses }) =>
        responses.user_context === undefined
          ? inputRequired({ user_context: elicitation("What context should the prompt use?", "context") })
          : messages(text(JSON.stringify(objectIn(responses.user_context).content))),
    },
  ],
] satisfies [string, { arguments: string[]; run: Run }][]);

type Run = (call: TestCall) => MethodResult;
