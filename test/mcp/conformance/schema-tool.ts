import { complete, type TestTool, text } from "./tool.ts";

const string = { type: "string" } as const;

/** The suite's schema with keywords that a server must not strip (JSON Schema 2020-12). */
const inputSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: { $anchor: "addressDef", type: "object", properties: { street: string, city: string } },
  },
  properties: {
    name: string,
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: string,
    email: string,
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

/** The tool whose schema the suite compares. */
export const schemaTool: readonly (readonly [string, TestTool])[] = [
  ["json_schema_2020_12_tool", { inputSchema, run: () => complete({ content: [text("Done.")] }) }],
];
