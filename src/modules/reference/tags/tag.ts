import { id, string, timestamps, translated } from "../../../kernel/attribute.ts";
import { formats } from "../../../kernel/values/text.ts";

/** The attributes of all tags. Returns new objects for each resource. */
export const tagAttributes = () => ({
  id: id(),
  name: translated().required().description("The tag's name."),
  color: string({ format: formats.color }).required().description("Hexadecimal color, such as #008080."),
  logo: string().description("CSS class of an icon, such as fa-rocket; null for none."),
  ...timestamps(),
});
