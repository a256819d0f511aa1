import { useI18n } from "../../../i18n/i18n.ts";
import { FieldsForm } from "../../rental-editor/fields/fields-form.tsx";
import classes from "../account/account.module.css";
import { type BookingSite, useSiteWriting } from "./booking-site.ts";
import { ColorHint } from "./color-hint.tsx";
import { type SiteField, type SitePart, siteFields } from "./site-fields.ts";

interface SitePartFormProps {
  readonly part: SitePart;
  readonly site: BookingSite;
}

/** A part of the site's settings, saved together. */
export function SitePartForm({ part, site }: SitePartFormProps) {
  const { t } = useI18n();
  const fields: readonly SiteField[] = siteFields[part];
  return (
    <FieldsForm
      id={part}
      title={t(`bookingSite.titles.${part}`)}
      {...useSiteWriting()}
      fields={fields}
      shown={site}
      label={(name) => t.find(`bookingSite.fields.${name}`)}
      hint={(name) => t.find(`bookingSite.hints.${name}`)}
      changedMeanwhile={t("bookingSite.changedMeanwhile")}
      className={classes.fields}
      footer={(textIn) => part === "look" && <ColorHint color={textIn("color")} />}
    />
  );
}
