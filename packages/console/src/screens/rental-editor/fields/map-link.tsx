import { MapPin } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.ts";
import styles from "../rental-editor.module.css";

/** Shows the position on a map, so that a person can check it. */
export function MapLink({ lat, lng }: { readonly lat: string; readonly lng: string }) {
  const { t } = useI18n();
  if (lat === "" || lng === "") return <p className="hint">{t("rentalEditor.noPosition")}</p>;
  const address = `https://www.openstreetmap.org/?mlat=${Number(lat)}&mlon=${Number(lng)}#map=17/${Number(lat)}/${Number(lng)}`;
  return (
    <p className={styles.map}>
      <MapPin size={16} aria-hidden />
      <a href={address} target="_blank" rel="noreferrer">
        {t("rentalEditor.onMap")}
      </a>
    </p>
  );
}
