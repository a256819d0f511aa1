import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const heading = `// Made from the OpenAPI document by \`npm run client:types\`: change what the service declares, never this file.
`;

/**
 * The client's types, of what the OpenAPI document (JSON) says. Left out is what the client never hands on: refusals, which are thrown as
 * classes, headers of answers, and the second spelling of the media type. It makes a third of it.
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

/** What is left of a part of the document; undefined leaves it out. */
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

/** The document with its webhooks as one schema, from the type of an event to the message that tells of it. */
function withMessages(document: unknown): JsonObject {
  if (!isObject(document) || !isObject(document.components) || !isObject(document.components.schemas))
    throw new Error("This is no OpenAPI document: it has no components.schemas.");
  const { webhooks, ...others } = document;
  const { examples, headers, responses, ...kept } = document.components;
  const messages = entries(webhooks).map(([type, item]) => [type, messageOf(type, item, kept.requestBodies)]);
  const webhook_messages = {
    type: "object",
    description: "What is sent to webhook endpoints, by the type of the event.",
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
  if (schema === undefined) throw new Error(`The webhook ${type} has no body in the document.`);
  return schema;
}

/** The same without members that say that something is never there: half of the lines, and nothing that a program could use. */
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

/** What is left of headers: any name, any value. */
const isHeaders = ({ name, type }: ts.PropertySignature): boolean =>
  ts.isIdentifier(name) &&
  name.text === "headers" &&
  type !== undefined &&
  ts.isTypeLiteralNode(type) &&
  type.members.every(ts.isIndexSignatureDeclaration);
