import type { AgentToken } from "../../../modules/platform/access/agent-tokens/agent-tokens.ts";
import type { ToolDependencies } from "../dependencies.ts";
import type { Arguments } from "./arguments.ts";
import type { Schema } from "./output-schema.ts";

/** An authenticated tool call with its account resolved. */
export interface ToolCall {
  readonly dependencies: ToolDependencies;
  readonly token: AgentToken;
  /** Undefined when a multi-account token names none. */
  readonly account: number | undefined;
  readonly args: Arguments;
  /** The id of the HTTP request, which recorded changes name. */
  readonly requestId: string;
}

/** The result of a call: a JSON text, and the number of records in it. */
export interface ToolAnswer {
  readonly json: string;
  readonly rows: number;
}

/** A tool that agents can call (agent.md, Tools). All tools but `propose` are read-only. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schemas of the arguments by name, without the common `account_id`. */
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  /** The JSON Schema of every answer. */
  readonly answer: Schema;
  /** Alternative argument names, each mapped to an argument. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Combines many records, so a role either has the whole tool or not (`Limits.operations`). Other tools are limited per record. */
  readonly isQuestion?: true;
  /** Stores a proposal: only tokens that may propose have the tool. */
  readonly proposes?: true;
  readonly run: (call: ToolCall) => ToolAnswer | Promise<ToolAnswer>;
}

/** The argument common to all tools. */
export const accountProperty = {
  account_id: {
    type: "integer",
  },
};

/** Without an enumeration: a tool names the resources when one is unknown, and `api_v3_resources` lists them. */
export const resourceProperty = {
  resource: { type: "string", description: "The resource's name, from api_v3_resources." },
};

export const fieldsProperty = {
  fields: {
    type: "array",
    items: { type: "string" },
    description: "Attributes, relations (rental), attributes of a relation (client.fullname), links, or * for all.",
  },
};
