import { missingCapability } from "../../../src/interfaces/mcp/protocol/stateless.ts";
import type { Json } from "../../harness/client.ts";
import { askingTools } from "./asking-tools.ts";
import { inputTools } from "./input-tools.ts";
import { schemaTool } from "./schema-tool.ts";
import { complete, type TestTool, text, wait } from "./tool.ts";

/** A red pixel. */
export const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const sound = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

export const image = { type: "image", data: pixel, mimeType: "image/png" };
const embedded = (uri: string, mimeType: string, content: string) => ({
  type: "resource",
  resource: { uri, mimeType, text: content },
});

const answers: readonly (readonly [string, Json])[] = [
  ["test_simple_text", { content: [text("This is a simple text response for testing.")] }],
  ["test_image_content", { content: [image] }],
  ["test_audio_content", { content: [{ type: "audio", data: sound, mimeType: "audio/wav" }] }],
  [
    "test_embedded_resource",
    { content: [embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")] },
  ],
  [
    "test_multiple_content_types",
    {
      content: [
        text("Multiple content types test:"),
        image,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
      ],
    },
  ],
  ["test_error_handling", { isError: true, content: [text("This tool intentionally returns an error for testing")] }],
  ["test_logging_tool", { content: [text("Done without a log.")] }],
];

async function* progress(token: unknown) {
  for (const progress of token === undefined ? [] : [0, 50, 100]) {
    const params = { progressToken: token, progress, total: 100 };
    yield JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params });
    await wait(20);
  }
  return complete({ content: [text("Done.")] });
}

async function* logging() {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    yield JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data } });
    await wait(20);
  }
  return complete({ content: [text("Done.")] });
}

/** The tools that the conformance suite expects, by name. */
export const testTools: ReadonlyMap<string, TestTool> = new Map<string, TestTool>([
  ...answers.map(([name, answer]) => [name, { run: () => complete(answer) }] as const),
  ["test_tool_with_progress", { run: ({ meta }) => progress(meta.progressToken) }],
  ["test_tool_with_logging", { run: logging }],
  [
    "test_missing_capability",
    {
      run: ({ capabilities }) => {
        if (capabilities.sampling === undefined) throw missingCapability({ sampling: {} });
        return complete({ content: [text("Done.")] });
      },
    },
  ],
  ...schemaTool,
  ...askingTools,
  ...inputTools,
]);
