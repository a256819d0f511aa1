import { useI18n } from "../../i18n/i18n.ts";
import type { RentalPart } from "./parts.ts";

/** The titles of the editor's parts. */
export function usePartTitles(): Readonly<Record<RentalPart, string>> {
  const { t } = useI18n();
  return {
    basics: t("rentalEditor.titles.basics"),
    guests: t("rentalEditor.titles.guests"),
    texts: t("rentalEditor.titles.texts"),
    amenities: t("rentalEditor.titles.amenities"),
    prices: t("rentalEditor.titles.prices"),
    owner: t("rentalEditor.titles.owner"),
    links: t("rentalLinks.title"),
    photos: t("photos.title"),
    rooms: t("rentalTerms.rooms.title"),
    fees: t("rentalTerms.fees.title"),
    taxes: t("rentalTerms.taxes.title"),
    policy: t("rentalTerms.policy.title"),
  };
}
