import { Button, Checkbox, Group, Modal, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { DayInput } from "../../../components/day-input.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { CleanedRental } from "../../../components/turnovers/cleaned-rentals.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type CleaningLink, draftOf, type LinkDraft, useCleaningLinks } from "./cleaning-links.ts";
import styles from "./links.module.css";
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
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const form = useForm<LinkDraft>({ initialValues: draftOf(link) });
  const saving = useSubmit({
    mutationFn: (draft: LinkDraft) => save(draft, link, idempotencyKey),
    onSuccess: (address) => !address && close(),
  });
  const { rentals: chosen } = form.values;
  const toggle = (id: number, isShown: boolean) =>
    form.setFieldValue("rentals", isShown ? [...chosen, id] : chosen.filter((rental) => rental !== id));
  const byName = [...rentals].toSorted(([, one], [, other]) => one.name.localeCompare(other.name));
  return (
    <Modal
      opened
      onClose={close}
      title={link ? t("cleaning.links.change") : t("cleaning.links.invite")}
      closeButtonProps={{ "aria-label": t("notices.close") }}
    >
      {saving.data ? (
        <NewAddress address={saving.data} name={form.values.name} close={close} />
      ) : (
        <form onSubmit={form.onSubmit(saving.submit)}>
          <TextInput
            data-autofocus
            label={t("cleaning.links.name")}
            description={t("cleaning.links.nameHint")}
            {...form.getInputProps("name")}
            error={fieldProblem(saving.error, "name")}
          />
          <fieldset className={styles.rentals}>
            <legend>{t("cleaning.links.rentals")}</legend>
            <div>
              {byName.map(([id, { name }]) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={chosen.includes(id)}
                  onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
                />
              ))}
            </div>
            <p className="bad">{fieldProblem(saving.error, "rental_ids")}</p>
          </fieldset>
          <DayInput
            clearable
            label={t("cleaning.links.lastDay")}
            description={t("cleaning.links.lastDayHint")}
            value={form.values.lastDay}
            onDay={(day) => form.setFieldValue("lastDay", day)}
            error={fieldProblem(saving.error, "expires_at")}
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
