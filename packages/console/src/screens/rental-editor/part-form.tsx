import { Button, Group } from "@mantine/core";
import type { PropsWithChildren } from "react";
import { ConflictView } from "../../components/conflict/conflict-view.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { PartDraft } from "./draft.ts";

interface PartFormProps {
  readonly id: string;
  readonly title: string;
  readonly draft: PartDraft;
  /** Attributes whose problems are shown at their fields. */
  readonly excluded: readonly string[];
  readonly labelOf: (field: string) => string;
  /** Says that another person changed the record; default: the rental. */
  readonly changedMeanwhile?: string;
}

/** A part of the editor that is saved separately. */
export function PartForm(props: PropsWithChildren<PartFormProps>) {
  const { id, title, draft, excluded, labelOf, changedMeanwhile, children } = props;
  const { t } = useI18n();
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          draft.save();
        }}
      >
        {children}
        <FormProblems error={draft.error} excluded={excluded} />
        <ConflictView
          title={changedMeanwhile ?? t("rentalEditor.changedMeanwhile")}
          conflict={draft.conflict}
          nameOf={labelOf}
          textOf={(values, field) => values[field] ?? ""}
          keepMine={draft.keepMine}
          takeTheirs={draft.takeTheirs}
        />
        <Group mt="md">
          <Button type="submit" disabled={!draft.isChanged} loading={draft.isSaving}>
            {t("rentalEditor.save")}
          </Button>
          {draft.isChanged && (
            <>
              <Button variant="default" onClick={draft.discard}>
                {t("rentalEditor.discard")}
              </Button>
              <span className="hint">{t("rentalEditor.unsaved")}</span>
            </>
          )}
        </Group>
      </form>
    </section>
  );
}
