import { useI18n } from "../../../i18n/i18n.ts";

/** Names the attributes that a column can fill, in the person's language as far as they have a message. */
export function useAttributeWords(): (attribute: string) => string {
  const { t } = useI18n();
  const own = (attribute: string): string =>
    t.find(`imports.attributes.${attribute}`) ??
    attribute.charAt(0).toUpperCase() + attribute.slice(1).replaceAll("_", " ");
  return (attribute) =>
    attribute.startsWith("client.") ? t("imports.guestOf", { what: own(attribute.slice(7)) }) : own(attribute);
}
