import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import type { Expression, Module, ModuleItem, TsType, TsTypeElement, TsTypeReference } from "@swc/core";
import { parseModule } from "./statements.ts";

const root = join(import.meta.dirname, "../..");

/** A column's declared types, such as "number", "string[]" or "null". */
export type Declared = ReadonlySet<string>;

/** The module that contains a type. Names in the type resolve there. */
interface Place {
  readonly path: string;
  readonly module: Module;
}

/**
 * The columns that a row type declares. Supports literal types, interfaces, intersections, and local or imported names of these.
 * An index signature (`Record<string, unknown>`) declares no columns.
 * @throws for any other type
 */
export async function columnsOf(type: TsType, place: Place): Promise<Map<string, Declared>> {
  switch (type.type) {
    case "TsTypeLiteral":
      return elements(type.members, place);
    case "TsIntersectionType": {
      const parts = await Promise.all(type.types.map((part) => columnsOf(part, place)));
      return new Map(parts.flatMap((part) => [...part]));
    }
    case "TsParenthesizedType":
      return columnsOf(type.typeAnnotation, place);
    case "TsTypeReference": {
      const name = nameOf(type);
      if (name === "Record") return recordColumns(type, place);
      if (name === "Readonly" && type.typeParams?.params[0]) return columnsOf(type.typeParams.params[0], place);
      const found = await resolve(name, place);
      if (!found) throw new Error(`the type ${name} is not found`);
      if ("members" in found) {
        const above = await Promise.all(found.bases.map((base) => resolvedColumns(base, found.place)));
        return new Map([...above.flatMap((part) => [...part]), ...(await elements(found.members, found.place))]);
      }
      return columnsOf(found.type, found.place);
    }
    default:
      throw new Error(`a ${type.type} is not understood as a row`);
  }
}

/** The columns of `Record<(typeof names)[number], Value>`; other key types declare none. */
async function recordColumns({ typeParams }: TsTypeReference, place: Place): Promise<Map<string, Declared>> {
  const [names, value] = typeParams?.params ?? [];
  if (!names || !value) throw new Error("a Record says nothing");
  const kinds = new Set(await kindsOf(value, place));
  return new Map(listed(names, place).flatMap((name) => (name.type === "StringLiteral" ? [[name.value, kinds]] : [])));
}

async function resolvedColumns(name: string, place: Place): Promise<Map<string, Declared>> {
  const found = await resolve(name, place);
  if (!found) throw new Error(`the type ${name} is not found`);
  return "members" in found ? elements(found.members, found.place) : columnsOf(found.type, found.place);
}

async function elements(members: readonly TsTypeElement[], place: Place): Promise<Map<string, Declared>> {
  const columns = new Map<string, Declared>();
  for (const member of members) {
    if (member.type === "TsIndexSignature") continue;
    if (member.type !== "TsPropertySignature" || member.key.type !== "Identifier" || !member.typeAnnotation)
      throw new Error(`a ${member.type} is not understood as a column`);
    const kinds = await kindsOf(member.typeAnnotation.typeAnnotation, place);
    columns.set(member.key.value, new Set(member.optional ? [...kinds, "undefined"] : kinds));
  }
  return columns;
}

/** The kinds of values that a type allows. */
async function kindsOf(type: TsType, place: Place): Promise<string[]> {
  switch (type.type) {
    case "TsKeywordType":
      return [type.kind];
    case "TsLiteralType":
      return [literalKinds[type.literal.type] ?? type.literal.type];
    case "TsUnionType":
      return (await Promise.all(type.types.map((part) => kindsOf(part, place)))).flat();
    case "TsArrayType":
      return (await kindsOf(type.elemType, place)).map((kind) => `${kind}[]`);
    case "TsTypeOperator":
      // `readonly` precedes an array; `keyof` yields column or rule names, which are strings.
      return type.op === "keyof" ? ["string"] : kindsOf(type.typeAnnotation, place);
    case "TsIndexedAccessType":
      return listed(type, place).map((element) => literalKinds[element.type] ?? "object");
    case "TsParenthesizedType":
      return kindsOf(type.typeAnnotation, place);
    case "TsTypeReference": {
      const name = nameOf(type);
      if (name === "Buffer") return [name];
      const found = await resolve(name, place);
      return found && "type" in found ? kindsOf(found.type, found.place) : ["object"];
    }
    default:
      return ["object"];
  }
}

/** The elements of the list in `(typeof list)[number]`, a constant of the same module; empty for other types. */
function listed(type: TsType, place: Place): Expression[] {
  if (type.type === "TsParenthesizedType") return listed(type.typeAnnotation, place);
  if (type.type === "TsIndexedAccessType") return listed(type.objectType, place);
  if (type.type !== "TsTypeQuery" || type.exprName.type !== "Identifier") return [];
  const found = constant(type.exprName.value, place.module);
  const array = found?.type === "TsConstAssertion" ? found.expression : found;
  return array?.type === "ArrayExpression" ? array.elements.flatMap((one) => (one ? [one.expression] : [])) : [];
}

/** The initial value of a module's constant. */
function constant(name: string, { body }: Module): Expression | undefined {
  for (const item of body) {
    const declaration = item.type === "ExportDeclaration" ? item.declaration : item;
    if (declaration.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) if (id.type === "Identifier" && id.value === name) return init;
  }
  return undefined;
}

const literalKinds: Readonly<Record<string, string>> = {
  StringLiteral: "string",
  TemplateLiteral: "string",
  NumericLiteral: "number",
  BooleanLiteral: "boolean",
};

function nameOf(type: TsTypeReference): string {
  return type.typeName.type === "Identifier" ? type.typeName.value : "";
}

type Found =
  | { readonly place: Place; readonly members: readonly TsTypeElement[]; readonly bases: readonly string[] }
  | { readonly place: Place; readonly type: TsType };

/** Resolves a name to an interface or type alias, in its own module or an imported one. */
async function resolve(name: string, place: Place): Promise<Found | undefined> {
  for (const item of place.module.body) {
    const found = declared(item, name, place);
    if (found) return found;
    if (item.type !== "ImportDeclaration" || !item.source.value.startsWith(".")) continue;
    for (const one of item.specifiers) {
      if (one.type !== "ImportSpecifier" || one.local.value !== name) continue;
      const path = normalize(join(dirname(place.path), item.source.value));
      const module = parseModule(await readFile(join(root, path), "utf8"));
      return resolve(one.imported?.value ?? name, { path, module });
    }
  }
  return undefined;
}

function declared(item: ModuleItem, name: string, place: Place): Found | undefined {
  const declaration = item.type === "ExportDeclaration" ? item.declaration : item;
  if (declaration.type === "TsInterfaceDeclaration" && declaration.id.value === name) {
    const bases = declaration.extends.map(({ expression }) =>
      expression.type === "Identifier" ? expression.value : "",
    );
    return { place, members: declaration.body.body, bases };
  }
  if (declaration.type === "TsTypeAliasDeclaration" && declaration.id.value === name)
    return { place, type: declaration.typeAnnotation };
  return undefined;
}
