import { elsewhere } from "../elsewhere.ts";
import { answerOf } from "../output-schema.ts";
import type { Tool } from "../tool.ts";
import { describeResources } from "./describe-resource.ts";

/** `api_v3_resources` */
export const resourcesTool: Tool = {
  name: "api_v3_resources",
  title: "Resources",
  description:
    "Lists the readable resources, each with a one-line description. Those without filters say filterable: false.",
  properties: {},
  required: [],
  answer: answerOf({ resources: "list", elsewhere: "object" }),
  run: ({ dependencies }) => ({
    json: JSON.stringify({ ...describeResources(dependencies.resources), elsewhere }),
    rows: 0,
  }),
};
