import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const heading = `// Generated from the OpenAPI document by \`npm run client:types\`. Do not edit.
`;

/**
 * Generates the client's types from the OpenAPI document (JSON). Omits what the client never returns, two thirds of the output:
 * refusals, which are thrown as classes, response headers, and the second media type.
 */
export async function typesOf(document: string): Promise<string> {
  const reduced: unknown = JSON.parse(document, (key, value: unknown) => reduce(key, value));
  const tree = await openapiTS(JSON.stringify(withMessages(reduced)));
  return heading + astToString(tree.map(withoutNever));
}

type JsonObject = { readonly [name: string]: unknown };
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** Reduces a part of the document; undefined omits it. */
function reduce(key: string, value: unknown): unknown {
  if (key === "examples" || key === "example") return undefined;
  if (!isObject(value)) return value;
  if (key === "content" && "application/json" in value) return withoutSecondSpelling(value);
  if (key === "responses" && Object.keys(value).every((status) => /^\d|^default$/.test(status)))
    return Object.fromEntries(
      entries(value)
        .filter(([status]) => status.startsWith("2"))
        .map(withoutHeaders),
    );
  return value;
}

const withoutSecondSpelling = (content: JsonObject): JsonObject =>
  Object.fromEntries(entries(content).filter(([media]) => media !== "application/vnd.api+json"));

const withoutHeaders = ([status, answer]: [string, unknown]): [string, unknown] => [
  status,
  Object.fromEntries(entries(answer).filter(([name]) => name !== "headers")),
];

/** Adds the document's webhooks as one schema that maps event types to messages. */
function withMessages(document: unknown): JsonObject {
  if (!isObject(document) || !isObject(document.components) || !isObject(document.components.schemas))
    throw new Error("Not an OpenAPI document: components.schemas is missing.");
  const { webhooks, ...others } = document;
  const { examples, headers, responses, ...kept } = document.components;
  const messages = entries(webhooks).map(([type, item]) => [type, messageOf(type, item, kept.requestBodies)]);
  const webhook_messages = {
    type: "object",
    description: "Webhook messages by event type.",
    required: messages.map(([type]) => type),
    properties: Object.fromEntries(messages),
  };
  const requestBodies = Object.fromEntries(entries(kept.requestBodies).filter(([name]) => !name.startsWith("event_")));
  return {
    ...others,
    components: { ...kept, requestBodies, schemas: { ...document.components.schemas, webhook_messages } },
  };
}

function messageOf(type: string, item: unknown, bodies: unknown): unknown {
  const at = (value: unknown, ...names: string[]): unknown =>
    names.reduce((part: unknown, name) => (isObject(part) ? part[name] : undefined), value);
  const reference = String(at(item, "post", "requestBody", "$ref"));
  const schema = at(
    bodies,
    reference.replace("#/components/requestBodies/", ""),
    "content",
    "application/json",
    "schema",
  );
  if (schema === undefined) throw new Error(`The webhook ${type} has no body in the OpenAPI document.`);
  return schema;
}

/** Removes members of type never: they are half of the lines and of no use to a program. */
function withoutNever(node: ts.Node): ts.Node {
  const transformed = ts.transform(node, [
    (context) => {
      const visit = (inner: ts.Node): ts.Node | undefined => {
        if (ts.isPropertySignature(inner) && (isNever(inner) || isHeaders(inner))) return undefined;
        return ts.visitEachChild(inner, visit, context);
      };
      return (root) => visit(root) ?? root;
    },
  ]);
  return transformed.transformed[0] ?? node;
}

const isNever = ({ questionToken, type }: ts.PropertySignature): boolean =>
  questionToken !== undefined && type?.kind === ts.SyntaxKind.NeverKeyword;

/** A reduced headers member: any name, any value. */
const isHeaders = ({ name, type }: ts.PropertySignature): boolean =>
  ts.isIdentifier(name) &&
  name.text === "headers" &&
  type !== undefined &&
  ts.isTypeLiteralNode(type) &&
  type.members.every(ts.isIndexSignatureDeclaration);
