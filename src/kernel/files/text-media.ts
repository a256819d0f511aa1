import Type from "typebox";

/** Media types beside JSON in which a computed read may answer, by the word with which `format` asks for them. */
export const textMedia = { csv: "text/csv" } as const;
export type TextMedia = keyof typeof textMedia;

/** The parameter `format` of a read that answers these too, for its documentation. The interface reads it (`ReadRequest.media`). */
export const formatParameter = (texts: readonly TextMedia[]) => ({
  schema: Type.Enum(["json", ...texts], { type: "string" }),
  description: `In what to answer: json, or ${texts.map((name) => `${name} (${textMedia[name]})`).join(" or ")}. Unless given, what the Accept header prefers.`,
});
