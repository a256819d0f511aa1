import { ListChecks } from "lucide-react";
import { field } from "../../../components/fields/field.ts";
import { draftTexts, localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type DetailDraft, type RentalsAmenity, useDetailWriting, useRentalsAmenities } from "./detail-writing.ts";

interface AmenityDetailsProps {
  readonly rental: number;
  readonly locales: readonly string[];
}

/** Short details about the rental's amenities, such as "heated from May". */
export function AmenityDetails({ rental, locales }: AmenityDetailsProps) {
  const { language, t } = useI18n();
  const amenities = useRentalsAmenities(rental);
  const languageOf = useLocaleNames();
  const writing = useDetailWriting();
  const nameOf = ({ amenity }: RentalsAmenity) => textIn(amenity?.title ?? {}, language);
  const fields = locales.map((locale) => ({
    ...field(localized("details", locale)),
    label: t("amenityDetails.in", { language: languageOf(locale) }),
  }));
  return (
    <RecordSection
      title={t("amenityDetails.title")}
      hint={t("amenityDetails.about")}
      icon={ListChecks}
      empty={t("amenityDetails.none")}
      add={t("amenityDetails.title")}
      canAdd={false}
      reads={[amenities]}
      list={amenities.data?.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), language))}
      nameOf={nameOf}
      about={({ details }) => <p>{textIn(details, language)}</p>}
      dialog={(one, close) => (
        <RecordDialog<RentalsAmenity, DetailDraft, number>
          {...{ writing, close }}
          {...wordsOf(fields)}
          id={one?.id}
          kind="rentals_amenities"
          title={one ? nameOf(one) : t("amenityDetails.title")}
          draftOf={(stored) => draftTexts("details", stored?.details, locales)}
          saved={t("amenityDetails.saved")}
        >
          {(form) => <FieldGrid {...{ fields, form }} />}
        </RecordDialog>
      )}
    />
  );
}
