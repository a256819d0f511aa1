import { Button, Checkbox, Group, Modal, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { CleanedRental } from "../../components/turnovers/cleaned-rentals.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type CleaningLink, draftOf, useCleaningLinks } from "./cleaning-links.ts";
import { NewAddress } from "./new-address.tsx";

interface LinkDialogProps {
  /** Undefined for a new link. */
  readonly link: CleaningLink | undefined;
  readonly rentals: ReadonlyMap<number, CleanedRental>;
  readonly close: () => void;
}

/** Creates or changes a link. A new link's address is shown once. */
export function LinkDialog({ link, rentals, close }: LinkDialogProps) {
  const { t } = useI18n();
  const { save } = useCleaningLinks();
  const [draft, setDraft] = useState(() => draftOf(link));
  const saving = useMutation({ mutationFn: () => save(draft, link), onSuccess: (address) => !address && close() });
  const toggle = (id: number, isShown: boolean) =>
    setDraft({
      ...draft,
      rentals: isShown ? [...draft.rentals, id] : draft.rentals.filter((rental) => rental !== id),
    });
  const byName = [...rentals].toSorted(([, one], [, other]) => one.name.localeCompare(other.name));
  return (
    <Modal
      opened
      onClose={close}
      title={link ? t("cleaning.links.change") : t("cleaning.links.make")}
      closeButtonProps={{ "aria-label": t("notices.close") }}
    >
      {saving.data ? (
        <NewAddress address={saving.data} close={close} />
      ) : (
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate();
          }}
        >
          <TextInput
            label={t("cleaning.links.name")}
            description={t("cleaning.links.nameHint")}
            value={draft.name}
            error={fieldProblem(saving.error, "name")}
            onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
          />
          <fieldset className="rentals-of-link">
            <legend>{t("cleaning.links.rentals")}</legend>
            <div>
              {byName.map(([id, { name }]) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={draft.rentals.includes(id)}
                  onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
                />
              ))}
            </div>
            <p className="bad">{fieldProblem(saving.error, "rental_ids")}</p>
          </fieldset>
          <TextInput
            type="date"
            label={t("cleaning.links.lastDay")}
            description={t("cleaning.links.lastDayHint")}
            value={draft.lastDay}
            error={fieldProblem(saving.error, "expires_at")}
            onChange={({ currentTarget }) => setDraft({ ...draft, lastDay: currentTarget.value })}
          />
          <FormProblems error={saving.error} excluded={["name", "rental_ids", "expires_at"]} />
          <Group justify="flex-end" mt="md">
            <Button type="submit" loading={saving.isPending}>
              {link ? t("cleaning.links.save") : t("cleaning.links.make")}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
