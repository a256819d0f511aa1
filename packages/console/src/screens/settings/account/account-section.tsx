import { Failure } from "../../../components/failure.tsx";
import { Waiting } from "../../../components/waiting.tsx";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import classes from "./account.module.css";
import { AccountPartForm } from "./account-part-form.tsx";
import { useGeneralSettings } from "./general-settings.ts";

/** The account's general settings: the business, defaults of rentals and guests, and mails to guests. */
export function AccountSection() {
  const settings = useGeneralSettings();
  const locales = useLocales();
  const error = settings.error ?? locales.error;
  if (error) return <Failure error={error} reset={() => void Promise.all([settings.refetch(), locales.refetch()])} />;
  if (!settings.data || !locales.data) return <Waiting />;
  const shared = { settings: settings.data, locales: locales.data };
  return (
    <div className={classes.parts}>
      <AccountPartForm part="business" {...shared} />
      <AccountPartForm part="defaults" {...shared} />
      <AccountPartForm part="mails" {...shared} />
    </div>
  );
}
