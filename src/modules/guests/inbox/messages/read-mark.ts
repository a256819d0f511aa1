import { Attribute } from "../../../../kernel/attribute.ts";
import { booleanValue, timeValue } from "../../../../kernel/values/time.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

/** A read mark: true (now), false (unread) or a time in epoch milliseconds. The operation stores it. */
export const readMark = (): Attribute<boolean | number> => {
  const [yesOrNo, moment] = [booleanValue(), timeValue()];
  return new Attribute<boolean | number>({
    title: "Boolean",
    sqlType: "timestamptz",
    readSchema: yesOrNo.readSchema,
    // A past time is also accepted, which no schema can express.
    writeSchema: yesOrNo.writeSchema,
    toJson: (text) => moment.toJson(text),
    accept(input) {
      const flag = yesOrNo.accept(input);
      if ("value" in flag) return flag;
      const at = moment.accept(input);
      return "value" in at ? at : problem("must be true, false or a time in the past");
    },
    toDatabase: (value) => (typeof value === "number" ? moment.toDatabase(value) : value),
    fromDatabase: (text) => moment.fromDatabase(text),
    isValue: (candidate) => typeof candidate === "boolean" || typeof candidate === "number",
  }).inputOnly();
};
