import { Button } from "@mantine/core";
import { Download } from "lucide-react";
import { csvFileOf, plainAmount } from "../../../components/csv.ts";
import { saveFile } from "../../../components/save-file.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type AmountName, type Statement, shareNames } from "../owners/statements.ts";

interface SaveStatementProps {
  readonly month: string;
  readonly statements: readonly Statement[];
}

const amounts: readonly AmountName[] = ["final_price", ...shareNames];

/** Downloads the statement's stays as a CSV file. */
export function SaveStatement({ month, statements }: SaveStatementProps) {
  const { t } = useI18n();
  const { separators } = useFormats();
  const save = () => {
    const heads = [
      ...[t("bookings.columns.rental"), t("bookings.columns.reference"), t("bookings.columns.arrival")],
      ...[t("bookings.columns.departure"), t("owners.nights"), ...amounts.map((name) => t(`owners.amounts.${name}`))],
      t("bookings.currency"),
    ];
    const rows = statements.flatMap(({ rental_name, stays }) =>
      stays.map((stay) => [
        ...[rental_name, stay.reference, stay.arrival, stay.departure, String(stay.nights)],
        ...amounts.map((name) => plainAmount(stay[name], stay.currency)),
        stay.currency,
      ]),
    );
    saveFile(`statement_${month}.csv`, csvFileOf([heads, ...rows], separators));
  };
  return (
    <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
      {t("reports.csv")}
    </Button>
  );
}
