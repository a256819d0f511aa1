import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useRef, useState } from "react";
import { useSession } from "../../app/session.tsx";
import { csvFileOf } from "../../components/csv.ts";
import { textOf, todayHere } from "../../components/days.ts";
import { FormProblems } from "../../components/form-problems.tsx";
import { saveFile } from "../../components/save-file.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { BookingsSearch } from "./bookings-search.ts";
import type { ColumnName } from "./column-names.ts";
import { plainCells, sorted } from "./columns.ts";
import { type ListedBooking, pagesOf } from "./listed-bookings.ts";

interface SaveCsvProps {
  readonly search: BookingsSearch;
  readonly columns: readonly ColumnName[];
}

/** Downloads all matching bookings, including those beyond the list's limit, with the chosen columns and the currency. */
export function SaveCsv({ search, columns }: SaveCsvProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { separators } = useFormats();
  const [read, setRead] = useState({ count: 0, total: 0 });
  const ending = useRef<AbortController>(undefined);
  const saving = useMutation({
    mutationFn: async () => {
      const stopping = new AbortController();
      ending.current = stopping;
      setRead({ count: 0, total: 0 });
      const found: ListedBooking[] = [];
      for await (const { bookings, total } of pagesOf(client, search, stopping.signal)) {
        found.push(...bookings);
        setRead({ count: found.length, total });
      }
      const rows = sorted(found, search.sort ?? "arrival", search.down ?? false);
      const heads = [...columns.map((name) => t(`bookings.columns.${name}`)), t("bookings.currency")];
      const cells = rows.map((booking) => [...plainCells(booking, columns), booking.currency]);
      saveFile(`bookings_${textOf(todayHere())}.csv`, csvFileOf([heads, ...cells], separators));
    },
  });
  const wasStopped = ending.current?.signal.aborted ?? false;
  return (
    <Group gap="xs">
      {saving.isPending ? (
        <>
          <output className="hint">{t("bookings.reading", { count: read.count, all: read.total })}</output>
          <Button variant="default" onClick={() => ending.current?.abort()}>
            {t("bookings.stop")}
          </Button>
        </>
      ) : (
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={() => saving.mutate()}>
          {t("reports.csv")}
        </Button>
      )}
      {saving.error && !wasStopped && <FormProblems error={saving.error} excluded={[]} />}
    </Group>
  );
}
