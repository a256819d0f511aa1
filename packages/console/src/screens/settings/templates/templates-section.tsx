import { Button } from "@mantine/core";
import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { type Template, useTemplates } from "../../../components/templates/templates.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { TemplateDialog } from "./template-dialog.tsx";
import { useTemplateWriting } from "./template-writing.ts";

/** The texts that answers and messages to guests begin with (docs/concepts/inbox.md). */
export function TemplatesSection() {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const { remove } = useTemplateWriting();
  const templates = useTemplates();
  const locales = useLocales();
  const [edited, setEdited] = useState<Template | "new">();
  const [removed, setRemoved] = useState<Template>();
  if (!templates.data || !locales.data) return <Pending reads={[templates, locales]} />;
  const add = <Button onClick={() => setEdited("new")}>{t("templates.add")}</Button>;
  const isEmpty = templates.data.length === 0;
  const languages = new Intl.DisplayNames([language], { type: "language" });
  const languagesOf = ({ body }: Template) =>
    Object.keys(body)
      .filter((locale) => body[locale])
      .map((locale) => languages.of(locale) ?? locale);
  return (
    <section>
      <h2>
        {t("settings.titles.templates")}
        {!isEmpty && add}
      </h2>
      <p className="hint">{t("templates.about")}</p>
      {isEmpty && <EmptyState icon={MessageSquareText} text={t("templates.none")} action={add} />}
      <RecordList label={t("settings.titles.templates")}>
        {templates.data.map((template) => (
          <RecordRow
            key={template.id}
            name={template.name}
            edit={() => setEdited(template)}
            remove={() => setRemoved(template)}
          >
            <p>{languagesOf(template).join(", ")}</p>
          </RecordRow>
        ))}
      </RecordList>
      {edited && (
        <TemplateDialog
          id={edited === "new" ? undefined : edited.id}
          locales={locales.data}
          close={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t("templates.removeTitle", { name: removed.name })}
          confirmLabel={t("templates.removeNow")}
          act={() => remove(removed)}
          done={() => notify({ text: t("templates.removed", { name: removed.name }) })}
          close={() => setRemoved(undefined)}
        >
          <p>{t("templates.removing")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
