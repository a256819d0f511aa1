import { Button } from "@mantine/core";
import { Waypoints } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "../../../components/empty-state.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { SourceDialog } from "./source-dialog.tsx";
import { type Source, useSourceList } from "./sources.ts";

/** The channels that bookings come from, such as a portal or the account's own website (service.md, Sources). */
export function SourcesSection() {
  const { t } = useI18n();
  const sources = useSourceList();
  const [edited, setEdited] = useState<Source | "new">();
  if (!sources.data) return <Pending reads={[sources]} />;
  const add = <Button onClick={() => setEdited("new")}>{t("sources.add")}</Button>;
  const isEmpty = sources.data.length === 0;
  return (
    <section>
      <h2>
        {t("settings.titles.sources")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("sources.about")}</p>
      {isEmpty && <EmptyState icon={Waypoints} text={t("sources.none")} action={add} />}
      <RecordList label={t("settings.titles.sources")}>
        {sources.data.map((source) => (
          <RecordRow key={source.id} name={source.name} edit={() => setEdited(source)}>
            {source.internal && <p>{t("sources.internal")}</p>}
          </RecordRow>
        ))}
      </RecordList>
      {edited && <SourceDialog id={edited === "new" ? undefined : edited.id} close={() => setEdited(undefined)} />}
    </section>
  );
}
