import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import { ExportItem } from "./export-item.tsx";
import { FeedForm } from "./feed-form.tsx";
import styles from "./feeds.module.css";
import { type Feed, useFeeds } from "./feeds.ts";
import { ImportItem } from "./import-item.tsx";

/** With more calendars than this, the section has a search field. */
const searchFrom = 8;

/** The rentals' imported and exported iCal calendars (docs/concepts/calendars.md). */
export function FeedsSection() {
  const { t } = useI18n();
  const formats = useFormats();
  const feeds = useFeeds();
  const rentals = useRentals();
  const [adding, setAdding] = useState<Feed["kind"]>();
  const [searchText, setSearchText] = useState("");
  if (!feeds.data || !rentals.data) return <Pending reads={[feeds, rentals]} />;
  const names = new Map(rentals.data.map(({ id, name }) => [id, name]));
  const nameOf = ({ links: { rental } }: Feed): string => names.get(rental) ?? String(rental);
  const shown = feeds.data.filter((feed) => nameOf(feed).toLowerCase().includes(searchText.trim().toLowerCase()));
  const [imports, exports] = [
    shown.filter(({ kind }) => kind === "import"),
    shown.filter(({ kind }) => kind === "export"),
  ];
  return (
    <>
      {feeds.data.length > searchFrom && (
        <TextInput
          mb="sm"
          maw="26rem"
          aria-label={t("settings.findRental")}
          placeholder={t("settings.findRental")}
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      )}
      <section>
        <h2>
          {t("feeds.imports")}
          <Button onClick={() => setAdding("import")}>{t("feeds.addImport")}</Button>
        </h2>
        <p className="hint">{t("feeds.aboutImports")}</p>
        {imports.length === 0 && <p className="empty">{t("feeds.noImports")}</p>}
        <ul className={styles.list}>
          {imports.map((feed) => (
            <ImportItem key={feed.id} feed={feed} rental={nameOf(feed)} formats={formats} />
          ))}
        </ul>
      </section>
      <section>
        <h2>
          {t("feeds.exports")}
          <Button variant="default" onClick={() => setAdding("export")}>
            {t("feeds.addExport")}
          </Button>
        </h2>
        <p className="hint">{t("feeds.aboutExports")}</p>
        {exports.length === 0 && <p className="empty">{t("feeds.noExports")}</p>}
        <ul className={styles.list}>
          {exports.map((feed) => (
            <ExportItem key={feed.id} feed={feed} rental={nameOf(feed)} />
          ))}
        </ul>
      </section>
      {adding && <FeedForm kind={adding} rentals={rentals.data} close={() => setAdding(undefined)} />}
    </>
  );
}
