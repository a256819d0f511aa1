import Type from "typebox";
import { StoredFile, UnusableFile } from "../files/files.ts";
import { problem, type ValueType } from "./value-type.ts";

/**
 * A file that a write brings (see `Upload`): in JSON its bytes in base64. It is stored before the write begins, and stands in the body as
 * a `StoredFile`, which no JSON can make; a text that is left there was not looked at, because the body takes no files.
 * @param most bytes of the file
 */
export function fileValue(most: number): ValueType<StoredFile> {
  const never = (): never => {
    throw new Error("A file is in no column of its own.");
  };
  return {
    title: "File",
    sqlType: "bytea",
    readSchema: Type.String({ contentEncoding: "base64" }),
    writeSchema: Type.String({ contentEncoding: "base64", maxLength: 4 * Math.ceil(most / 3) }),
    toJson: never,
    accept(input) {
      if (input instanceof UnusableFile) return problem(input.problem);
      return input instanceof StoredFile ? { value: input } : problem("must be a file in base64");
    },
    toDatabase: never,
    fromDatabase: never,
    isValue: (candidate) => candidate instanceof StoredFile,
  };
}
