import Type from "typebox";
import { StoredFile, UnusableFile } from "../files/files.ts";
import { problem, type ValueType } from "./value-type.ts";

/**
 * A file in a write (see `Upload`): base64 in JSON. It is stored before the write begins, and replaced in the body by a `StoredFile`, which
 * no JSON can forge. A string that remains was never decoded, because the body takes no files.
 * @param maxBytes of the file
 */
export function fileValue(maxBytes: number): ValueType<StoredFile> {
  const never = (): never => {
    throw new Error("A file has no column of its own.");
  };
  return {
    title: "File",
    sqlType: "bytea",
    readSchema: Type.String({ contentEncoding: "base64" }),
    writeSchema: Type.String({ contentEncoding: "base64", maxLength: 4 * Math.ceil(maxBytes / 3) }),
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
