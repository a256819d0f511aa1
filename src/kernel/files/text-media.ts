import Type from "typebox";

/** Media types other than JSON that a computed read can answer with, by their `format` values. */
export const textMedia = { csv: "text/csv" } as const;
export type TextMedia = keyof typeof textMedia;

/** The documentation of a read's `format` parameter. The interface reads it (`ReadRequest.media`). */
export const formatParameter = (texts: readonly TextMedia[]) => ({
  schema: Type.Enum(["json", ...texts], { type: "string" }),
  description: `The format of the answer: json, or ${texts.map((name) => `${name} (${textMedia[name]})`).join(" or ")}. Default: the Accept header's preference.`,
});
