import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { dayOf } from "../../../components/days.ts";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { ConditionalDialog } from "../../../components/records/conditional-dialog.tsx";
import classes from "../../../components/records/record-form.module.css";
import type { CleanedRental } from "../../../components/turnovers/cleaned-rentals.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type CleaningLink, draftOf, type LinkDraft, useCleaningLinks } from "./cleaning-links.ts";
import { LinkFields, linkFieldNames } from "./link-fields.tsx";
import { NewAddress } from "./new-address.tsx";

interface LinkDialogProps {
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly close: () => void;
}

/** Creates a link, whose address is shown once. */
export function NewLink({ rentals, close }: LinkDialogProps) {
  const { t } = useI18n();
  const { create } = useCleaningLinks();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [draft, setDraft] = useState(() => draftOf(undefined));
  const creating = useSubmit({ mutationFn: () => create(draft, idempotencyKey) });
  return (
    <FormModal
      onClose={close}
      title={t("cleaning.links.invite")}
      closeButtonProps={{ "aria-label": t("notices.close") }}
    >
      {creating.data ? (
        <NewAddress address={creating.data} name={draft.name} close={close} />
      ) : (
        <form
          className={classes.form}
          onSubmit={(event) => {
            event.preventDefault();
            creating.submit();
          }}
        >
          <LinkFields {...{ draft, setDraft, rentals }} error={creating.error} />
          <FormProblems error={creating.error} excluded={linkFieldNames} />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={creating.isPending}>
              {t("cleaning.links.make")}
            </Button>
          </Group>
        </form>
      )}
    </FormModal>
  );
}

/** Changes a link. Its address stays. */
export function EditLink({ link, rentals, close }: LinkDialogProps & { readonly link: CleaningLink }) {
  const { t } = useI18n();
  const formats = useFormats();
  const { read, change } = useCleaningLinks();
  const labels = {
    name: t("cleaning.links.name"),
    rentals: t("cleaning.links.rentals"),
    lastDay: t("cleaning.links.lastDay"),
  };
  const textOf = (draft: LinkDraft, field: keyof LinkDraft): string => {
    if (field === "rentals") return draft.rentals.map((id) => rentals.get(id)?.name ?? "").join(", ");
    if (field === "lastDay" && draft.lastDay !== "") return formats.date(dayOf(draft.lastDay));
    return draft[field];
  };
  return (
    <ConditionalDialog
      title={t("cleaning.links.change")}
      record={`cleaning_links ${link.id}`}
      excluded={linkFieldNames}
      read={() => read(link.id)}
      draftOf={draftOf}
      write={change}
      saved={t("cleaning.links.saved")}
      saveLabel={t("cleaning.links.save")}
      nameOf={(field) => labels[field]}
      textOf={textOf}
      close={close}
    >
      {(fields) => <LinkFields {...fields} rentals={rentals} />}
    </ConditionalDialog>
  );
}
