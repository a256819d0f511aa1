import { Button, Group, Modal, NumberInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { nameIn } from "./rule-words.ts";
import type { Season } from "./rules.ts";
import { type SeasonDraft, shownLocale, useSeasonWriting } from "./season-writing.ts";
import { TableNotice } from "./table-notice.tsx";

interface SeasonDialogProps {
  readonly table: number;
  /** Undefined for a new season. */
  readonly season: Season | undefined;
  readonly close: () => void;
  /** @param id the new season's id */
  readonly made: (id: number) => void;
}

/** A form for a season: name, price percentage, minimum stay. */
export function SeasonDialog({ table, season, close, made }: SeasonDialogProps) {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const { make, change, remove } = useSeasonWriting(table);
  const locale = season ? shownLocale(season.name, language) : language;
  const stored = draftOf(season, language);
  const [draft, setDraft] = useState(stored);
  const [isRemoving, setRemoving] = useState(false);
  const saving = useMutation({
    mutationFn: async () => {
      if (season) return change(season.id, locale, draft);
      return made(await make(draft));
    },
    onSuccess: () => {
      close();
      notify({ text: t("seasons.saved"), ...(season && { undo: () => change(season.id, locale, stored) }) });
    },
  });
  if (season && isRemoving)
    return (
      <ConfirmDialog
        title={t("seasons.removeTitle", { name: stored.name })}
        confirmLabel={t("seasons.remove")}
        act={() => remove(season.id)}
        done={() => notify({ text: t("seasons.removed") })}
        close={close}
      >
        <p>{t("seasons.removing", { periods: season.links.periods.length, rules: season.links.rates_rules.length })}</p>
      </ConfirmDialog>
    );
  const nameProblem = fieldProblem(saving.error, "name") ?? fieldProblem(saving.error, `name_${locale}`);
  return (
    <Modal
      opened
      onClose={close}
      title={season ? t("seasons.change") : t("seasons.add")}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          saving.mutate();
        }}
      >
        <TableNotice table={table} />
        <TextInput
          mb="sm"
          data-autofocus
          required
          label={t("seasons.name")}
          value={draft.name}
          error={nameProblem}
          onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
        />
        <NumberInput
          mb="sm"
          required
          label={t("seasons.ratio")}
          description={t("seasons.ratioHint")}
          decimalScale={2}
          value={draft.ratio}
          error={fieldProblem(saving.error, "ratio_percentage")}
          onChange={(ratio) => setDraft({ ...draft, ratio })}
        />
        <NumberInput
          mb="sm"
          required
          label={t("seasons.shortest")}
          min={1}
          allowDecimal={false}
          value={draft.minimumStay}
          error={fieldProblem(saving.error, "minimum_stay")}
          onChange={(minimumStay) => setDraft({ ...draft, minimumStay })}
        />
        <FormProblems error={saving.error} excluded={["name", `name_${locale}`, "ratio_percentage", "minimum_stay"]} />
        <Group justify="space-between" mt="md">
          {season ? (
            <Button color="red" variant="outline" onClick={() => setRemoving(true)}>
              {t("seasons.remove")}
            </Button>
          ) : (
            <span />
          )}
          <Button type="submit" loading={saving.isPending}>
            {t("seasons.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}

const draftOf = (season: Season | undefined, language: string): SeasonDraft =>
  season
    ? {
        name: nameIn(season.name, language),
        ratio: Number(season.ratio_percentage),
        minimumStay: season.minimum_stay,
      }
    : { name: "", ratio: 100, minimumStay: 1 };
