import { describeResources } from "../../../../kernel/agent-schema.ts";
import { elsewhere } from "../elsewhere.ts";
import type { Tool } from "../tool.ts";

/** `api_v3_resources` */
export const resourcesTool: Tool = {
  name: "api_v3_resources",
  title: "Resources",
  description: "Lists the readable resources, each with a one-line description and whether it can be filtered.",
  properties: () => ({}),
  required: [],
  run: ({ dependencies }) => ({
    json: JSON.stringify({ ...describeResources(dependencies.resources), elsewhere }),
    rows: 0,
  }),
};
