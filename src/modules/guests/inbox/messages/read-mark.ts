import { Attribute } from "../../../../kernel/attribute.ts";
import { booleanValue, timeValue } from "../../../../kernel/values/time.ts";
import { problem } from "../../../../kernel/values/value-type.ts";

/** Whether something was read: yes, just now (true), no (false), or at a moment (epoch milliseconds). It is an operation's to store. */
export const readMark = (): Attribute<boolean | number> => {
  const [yesOrNo, moment] = [booleanValue(), timeValue()];
  return new Attribute<boolean | number>({
    title: "Boolean",
    sqlType: "timestamptz",
    readSchema: yesOrNo.readSchema,
    // A time is taken as well, as long as it has passed: that no schema says.
    writeSchema: yesOrNo.writeSchema,
    toJson: (text) => moment.toJson(text),
    accept(input) {
      const said = yesOrNo.accept(input);
      if ("value" in said) return said;
      const at = moment.accept(input);
      return "value" in at ? at : problem("must be true, false or a time in the past");
    },
    toDatabase: (value) => (typeof value === "number" ? moment.toDatabase(value) : value),
    fromDatabase: (text) => moment.fromDatabase(text),
    isValue: (candidate) => typeof candidate === "boolean" || typeof candidate === "number",
  }).inputOnly();
};
