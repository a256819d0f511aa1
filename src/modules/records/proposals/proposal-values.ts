import Type, { type Static, type TSchema } from "typebox";
import { structure } from "../../../kernel/attribute.ts";
import { isObject } from "../../../kernel/values/structure.ts";
import { problem } from "../../../kernel/values/value-type.ts";

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A record that a proposal creates, changes or ends. */
export const proposedChange = Type.Object({
  resource: Type.String(),
  /** Null for a record that does not exist yet. */
  record_id: nullable(Type.Union([Type.Integer(), Type.String()])),
  operation: Type.String(),
  changes: Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 })),
});
export type ProposedChange = Static<typeof proposedChange>;

/** A booking's final price, or the rental price of nights, before and after, as decimal strings. */
export const proposedPrice = Type.Object({
  currency: Type.String(),
  before: nullable(Type.String()),
  after: nullable(Type.String()),
});
export type ProposedPrice = Static<typeof proposedPrice>;

/** The channels that announce a change. */
export const noticeKinds = ["mail", "webhook", "application"] as const;

/** A recipient: of a mail (an address), of webhooks (a host), or an application that follows the account's changes (a name). */
export const proposedNotice = Type.Object({
  kind: Type.Enum([...noticeKinds], { type: "string" }),
  to: Type.String(),
});
export type ProposedNotice = Static<typeof proposedNotice>;

/** The effects of a proposal. */
export interface Preview {
  readonly changes: readonly ProposedChange[];
  readonly price: ProposedPrice | null;
  readonly notices: readonly ProposedNotice[];
  /** The names of the guests concerned. */
  readonly guest: string | null;
}

const isList = (candidate: unknown): candidate is readonly unknown[] => Array.isArray(candidate);

/** A read-only list in a proposal's preview. */
export const previewList = (item: TSchema) =>
  structure<readonly unknown[]>({
    title: "Array",
    schema: Type.Array(item),
    accept: () => problem("is read-only"),
    isValue: isList,
  });

/** A read-only object of a proposal. */
export const previewObject = (schema: TSchema) =>
  structure<Readonly<Record<string, unknown>>>({
    title: "Object",
    schema,
    accept: () => problem("is read-only"),
    isValue: isObject,
  });
