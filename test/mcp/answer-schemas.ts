import { Ajv2020 } from "ajv/dist/2020.js";
import { tools } from "../../src/interfaces/mcp/tools/tools.ts";

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
const validators = new Map([...tools].map(([name, { answer }]) => [name, ajv.compile(answer)]));

/** Throws unless a tool's answer matches its output schema. */
export function assertMatchesSchema(tool: string, answer: unknown): void {
  const validate = validators.get(tool);
  if (!validate) throw new Error(`${tool} has no schema.`);
  if (!validate(answer)) throw new Error(`${tool} broke its schema: ${ajv.errorsText(validate.errors)}`);
}
