import { describeResource } from "../../../../kernel/agent-schema.ts";
import { resourceProperty, type Tool } from "../tool.ts";

/** `api_v3_resource_schema` */
export const resourceSchemaTool: Tool = {
  name: "api_v3_resource_schema",
  title: "Schema of a resource",
  description:
    "Describes one resource: attributes with type, format and filter operators, relationships with their target, and example calls. Read it before you filter.",
  properties: resourceProperty,
  required: ["resource"],
  run({ dependencies, args }) {
    const agentResource = args.resource(dependencies.resources);
    return {
      json: JSON.stringify(describeResource(dependencies.queries.registry, agentResource, dependencies.scopes)),
      rows: 0,
    };
  },
};
