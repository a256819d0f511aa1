import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import classes from "./account.module.css";
import { AccountPartForm } from "./account-part-form.tsx";
import { useGeneralSettings, useGeneralWriting } from "./general-settings.ts";
import { LogoForm } from "./logo-form.tsx";

/** The account's general settings: the business, defaults of rentals and guests, and mails to guests. */
export function AccountSection() {
  const { t } = useI18n();
  const settings = useGeneralSettings();
  const { write } = useGeneralWriting();
  const locales = useLocales();
  if (!settings.data || !locales.data) return <Pending reads={[settings, locales]} />;
  const { data } = settings;
  const shared = { settings: settings.data, locales: locales.data };
  return (
    <div className={classes.parts}>
      <AccountPartForm part="business" {...shared} />
      <AccountPartForm part="letterhead" {...shared} />
      <LogoForm title={t("accountSettings.logo.title")} url={data.logo_url} write={(logo) => write(data, { logo })} />
      <AccountPartForm part="defaults" {...shared} />
      <AccountPartForm part="mails" {...shared} />
    </div>
  );
}
