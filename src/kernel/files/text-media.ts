import Type from "typebox";

/** Media types other than JSON that a computed read can answer with, by their `format` values. */
export const textMedia = { csv: "text/csv" } as const;
export type TextMedia = keyof typeof textMedia;

/** The `format` value of a text that begins with a byte order mark: without it, some spreadsheets misread accented letters. */
export const withMark = (name: TextMedia) => `${name}_with_bom` as const;

/** The documentation of a read's `format` parameter. The interface reads it (`ReadRequest.media`). */
export const formatParameter = (texts: readonly TextMedia[]) => ({
  schema: Type.Enum(["json", ...texts, ...texts.map(withMark)], { type: "string" }),
  description: `The format of the answer: json, or ${texts.map((name) => `${name} (${textMedia[name]})`).join(" or ")}, ${texts.map(withMark).join(" or ")} for spreadsheets that need a byte order mark. Default: the Accept header's preference.`,
});
