import { DoorOpen } from "lucide-react";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useRentalNames } from "../../../components/search/found.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { PortalDialog } from "./portal-dialog.tsx";
import { type PortalSetting, usePortalSettings, usePortalWriting } from "./portal-settings.ts";

/** The guest's portal: settings for all rentals, and for those that differ (docs/guides/portal.md). */
export function PortalSection() {
  const { t, language } = useI18n();
  const settings = usePortalSettings();
  const { rentals } = useRentalNames();
  const { remove } = usePortalWriting();
  const countries = new Intl.DisplayNames(language, { type: "region" });
  const nameOf = ({ country_code, links: { rental } }: PortalSetting) => {
    if (rental !== null) return rentals.get(rental) ?? String(rental);
    if (country_code === null) return t("portal.allRentals");
    return t("portal.allRentalsIn", { country: countries.of(country_code) ?? country_code });
  };
  const taken = new Set(settings.data?.map(({ links }) => links.rental));
  const free = [...rentals].filter(([id]) => !taken.has(id)).map(([id, name]) => ({ value: String(id), label: name }));
  return (
    <RecordSection
      title={t("settings.titles.portal")}
      hint={t("portal.about")}
      icon={DoorOpen}
      empty={t("portal.none")}
      add={t("portal.add")}
      reads={[settings]}
      list={settings.data}
      nameOf={nameOf}
      about={(setting) => <p>{sentencesOf(setting, t).join(" · ")}</p>}
      dialog={(setting, close) => <PortalDialog id={setting?.id} rentals={free} close={close} />}
      removal={{
        title: (name) => t("portal.removeTitle", { name }),
        confirmLabel: t("portal.removeNow"),
        text: t("portal.removing"),
        done: (name) => t("portal.removed", { name }),
        act: remove,
      }}
    />
  );
}

function sentencesOf(setting: PortalSetting, t: ReturnType<typeof useI18n>["t"]): string[] {
  return [
    t("portal.released", { hours: setting.release_hours }),
    ...(setting.release_needs_payment ? [t("portal.needsPayment")] : []),
    ...(setting.release_needs_agreement ? [t("portal.needsAgreement")] : []),
    ...(setting.asks_documents ? [t("portal.asksDocuments")] : []),
    ...(setting.allows_cancelation ? [t("portal.allowsCancelation")] : []),
  ];
}
