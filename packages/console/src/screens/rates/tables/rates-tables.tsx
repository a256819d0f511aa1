import { Table2 } from "lucide-react";
import { useSession } from "../../../app/session.tsx";
import { field } from "../../../components/fields/field.ts";
import { draftTexts, localized, useLocaleNames } from "../../../components/locale-texts.ts";
import { FieldGrid, wordsOf } from "../../../components/records/field-grid.tsx";
import { RecordDialog } from "../../../components/records/record-dialog.tsx";
import { RecordSection } from "../../../components/records/record-section.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { type RatesTable, type TableDraft, useRatesTables, useTableWriting } from "./table-writing.ts";

/** The account's rates tables, with the rentals that each one prices. Only an unused table can be removed. */
export function RatesTables() {
  const { language, t } = useI18n();
  const { may } = useSession();
  const languageOf = useLocaleNames();
  const [tables, rentals, locales] = [useRatesTables(), useRentals(), useLocales()];
  const { writing, remove } = useTableWriting();
  const all = locales.data ?? [];
  const rentalsOf = ({ links }: Pick<RatesTable, "links">) =>
    (rentals.data ?? []).filter(({ id }) => links.rentals.includes(id)).map(({ name }) => name);
  const fields = all.map((locale, index) => ({
    ...field(localized("name", locale), "text", index === 0),
    label: t("offers.nameIn", { language: languageOf(locale) }),
  }));
  return (
    <RecordSection
      title={t("ratesTables.title")}
      hint={t("ratesTables.about")}
      icon={Table2}
      empty={t("ratesTables.none")}
      add={may("rates_write") ? t("ratesTables.add") : undefined}
      reads={[tables, rentals, locales]}
      list={tables.data}
      nameOf={({ name }) => textIn(name, language)}
      canRemove={({ links }) => links.rentals.length === 0}
      about={(table) => <p>{rentalsOf(table).join(", ") || t("ratesTables.unused")}</p>}
      dialog={(table, close) => (
        <RecordDialog<RatesTable, TableDraft, number>
          {...{ writing, close }}
          {...wordsOf(fields)}
          id={table?.id}
          kind="rates_tables"
          title={table ? t("ratesTables.rename") : t("ratesTables.add")}
          draftOf={(stored) => draftTexts("name", stored?.name, all)}
          saved={t("ratesTables.saved")}
        >
          {(form) => <FieldGrid {...{ fields, form }} />}
        </RecordDialog>
      )}
      removal={{
        title: (name) => t("offers.removeTitle", { name }),
        confirmLabel: t("ratesTables.removeNow"),
        text: t("ratesTables.removing"),
        done: (name) => t("ratesTables.removed", { name }),
        act: remove,
      }}
    />
  );
}
