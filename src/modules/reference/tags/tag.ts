import { id, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { formats } from "../../../kernel/values/text.ts";

/** What every tag is: a name by locale, a color and an icon class. Returns fresh attributes for each resource. */
export const tagAttributes = () => ({
  id: id(),
  name: translated().required().description("What the tag is called."),
  color: string({ format: formats.color }).required().description("Hexadecimal, such as #008080."),
  logo: string().description("The class name of an icon, such as fa-rocket; null for none."),
  ...timestamps(),
});
