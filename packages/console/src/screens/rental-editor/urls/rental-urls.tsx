import { Globe } from "lucide-react";
import { field } from "../../../components/fields/field.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import {
  draftOfUrl,
  lockedBy,
  type RentalUrl,
  type RentalUrlDraft,
  useRentalUrls,
  useRentalUrlWriting,
} from "./url-writing.ts";

/** A rental's pages on other sites (service.md, Rental url). An application can lock its own. */
export function RentalUrls({ rental }: { readonly rental: number }) {
  const { t } = useI18n();
  const urls = useRentalUrls(rental);
  const { writing, remove } = useRentalUrlWriting(rental);
  const nameOf = ({ label, url }: RentalUrl) => label ?? url;
  const fields = [
    { ...field("label"), label: t("rentalUrls.label"), description: t("rentalUrls.labelHint") },
    { ...field("url", "text", true), label: t("rentalUrls.url") },
  ];
  return (
    <RecordSection
      title={t("rentalUrls.title")}
      hint={t("rentalUrls.about")}
      icon={Globe}
      empty={t("rentalUrls.none")}
      add={t("rentalUrls.add")}
      reads={[urls]}
      list={urls.data}
      nameOf={nameOf}
      canEdit={(one) => lockedBy(one) === null}
      canRemove={(one) => lockedBy(one) === null}
      about={(one) => (
        <>
          <p>
            <a href={one.url} target="_blank" rel="noreferrer">
              {one.url}
            </a>
          </p>
          {lockedBy(one) !== null && <p>{t("rentalUrls.locked")}</p>}
        </>
      )}
      dialog={(one, close) => (
        <RecordDialog<RentalUrl, RentalUrlDraft, string>
          {...{ writing, close }}
          {...wordsOf(fields)}
          id={one?.id}
          kind="rental_urls"
          title={one ? t("rentalUrls.edit") : t("rentalUrls.add")}
          draftOf={draftOfUrl}
          saved={t("rentalUrls.saved")}
        >
          {(form) => <FieldGrid {...{ fields, form }} />}
        </RecordDialog>
      )}
      removal={{
        title: (name) => t("rentalUrls.removeTitle", { name }),
        confirmLabel: t("rentalUrls.removeNow"),
        text: t("rentalUrls.removing"),
        done: (name) => t("rentalUrls.removed", { name }),
        act: remove,
      }}
    />
  );
}
