import { Button, NumberInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import type { Seen } from "../../components/conflict/version.ts";
import { DecimalInput } from "../../components/decimal-input.tsx";
import { fieldProblem } from "../../components/form-problems.tsx";
import { useNotices } from "../../components/notices.tsx";
import { ConditionalDialog } from "../../components/records/conditional-dialog.tsx";
import { textIn } from "../../components/text-in.ts";
import { useI18n } from "../../i18n/i18n.ts";
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
  const { read, make, change } = useSeasonWriting(table);
  const locale = season ? shownLocale(season.name, language) : language;
  const [isRemoving, setRemoving] = useState(false);
  if (season && isRemoving) return <RemoveSeason {...{ table, season, close }} />;
  const labels = { name: t("seasons.name"), ratio: t("seasons.ratio"), minimumStay: t("seasons.shortest") };
  return (
    <ConditionalDialog<Seen<Season> | null, SeasonDraft>
      title={season ? t("seasons.change") : t("seasons.add")}
      record={`seasons ${season?.id}`}
      excluded={["name", `name_${locale}`, "ratio_percentage", "minimum_stay"]}
      read={async () => (season ? read(season.id) : null)}
      begun={season ? undefined : { shown: null }}
      draftOf={(seen) => draftOf(seen, language)}
      write={async (seen, draft) => (seen ? change(seen, locale, draft) : made(await make(draft)))}
      saved={t("seasons.saved")}
      saveLabel={t("seasons.save")}
      aside={
        season && (
          <Button color="red" variant="outline" onClick={() => setRemoving(true)}>
            {t("seasons.remove")}
          </Button>
        )
      }
      nameOf={(field) => labels[field]}
      textOf={(draft, field) => String(draft[field])}
      close={close}
    >
      {({ draft, setDraft, error }) => {
        const set = (part: Partial<SeasonDraft>) => setDraft((before) => ({ ...before, ...part }));
        return (
          <>
            <TableNotice table={table} />
            <TextInput
              data-autofocus
              required
              label={labels.name}
              value={draft.name}
              error={fieldProblem(error, "name") ?? fieldProblem(error, `name_${locale}`)}
              onChange={({ currentTarget: { value } }) => set({ name: value })}
            />
            <DecimalInput
              required
              label={labels.ratio}
              description={t("seasons.ratioHint")}
              decimals={2}
              value={draft.ratio}
              error={fieldProblem(error, "ratio_percentage")}
              onChange={(ratio) => set({ ratio })}
            />
            <NumberInput
              required
              label={labels.minimumStay}
              min={1}
              allowDecimal={false}
              value={draft.minimumStay}
              error={fieldProblem(error, "minimum_stay")}
              onChange={(minimumStay) => set({ minimumStay })}
            />
          </>
        );
      }}
    </ConditionalDialog>
  );
}

interface RemoveSeasonProps extends Pick<SeasonDialogProps, "table" | "close"> {
  readonly season: Season;
}

function RemoveSeason({ table, season, close }: RemoveSeasonProps) {
  const { language, t } = useI18n();
  const { notify } = useNotices();
  const { remove } = useSeasonWriting(table);
  const { periods, rates_rules } = season.links;
  return (
    <ConfirmDialog
      title={t("seasons.removeTitle", { name: textIn(season.name, language) })}
      confirmLabel={t("seasons.remove")}
      act={() => remove(season.id)}
      done={() => notify({ text: t("seasons.removed") })}
      close={close}
    >
      <p>{t("seasons.removing", { periods: periods.length, rules: rates_rules.length })}</p>
    </ConfirmDialog>
  );
}

const draftOf = (season: Season | null, language: string): SeasonDraft =>
  season
    ? {
        name: textIn(season.name, language),
        ratio: Number(season.ratio_percentage),
        minimumStay: season.minimum_stay,
      }
    : { name: "", ratio: 100, minimumStay: 1 };
