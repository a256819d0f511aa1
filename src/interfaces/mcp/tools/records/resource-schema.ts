import { answerOf } from "../output-schema.ts";
import { resourceProperty, type Tool } from "../tool.ts";
import { describeResource } from "./describe-resource.ts";

/** `api_v3_resource_schema` */
export const resourceSchemaTool: Tool = {
  name: "api_v3_resource_schema",
  title: "Schema of a resource",
  description:
    "Describes one resource: attributes with type, relationships with their target, example calls. types holds each type's format and filter operators. A relationship of kind one filters by its name and _id: eq, not_eq, in. Read it before you filter.",
  properties: resourceProperty,
  required: ["resource"],
  answer: answerOf({ resource: "text", types: "object", attributes: "object", relationships: "object" }),
  run({ dependencies, args }) {
    const agentResource = args.resource(dependencies.resources);
    return {
      json: JSON.stringify(describeResource(dependencies.queries.registry, agentResource, dependencies.scopes)),
      rows: 0,
    };
  },
};
