import { Radio, Stack, Switch, Textarea } from "@mantine/core";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { ConditionalDialog, type RecordFields } from "../../../components/records/conditional-dialog.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type FeedChoices as Choices, choicesOf, useFeedWriting } from "./feed-writing.ts";
import type { Feed } from "./feeds.ts";

/** Edits the options of an imported or exported calendar. */
export function FeedChoices({ feed, close }: { readonly feed: Feed; readonly close: () => void }) {
  const { t } = useI18n();
  const { read, write } = useFeedWriting(feed.id);
  const isImport = feed.kind === "import";
  const names: Readonly<Record<keyof Choices, string>> = {
    treat_as: t("feeds.treatAs"),
    ignored: t("feeds.ignore"),
    preparation_days_apply: t("feeds.preparation"),
    names: t("feeds.names"),
    include_preparation_days: t("feeds.exportPreparation"),
  };
  const textOf = (choices: Choices, field: keyof Choices): string => {
    const value = choices[field];
    if (field === "treat_as") return t(choices.treat_as === "blocks" ? "feeds.blocks" : "feeds.stays");
    return typeof value === "boolean" ? t(value ? "booking.yes" : "booking.no") : value;
  };
  return (
    <ConditionalDialog
      title={t("feeds.choicesOf", { name: feed.name })}
      record={`calendar_feeds ${feed.id}`}
      excluded={["ignore_summaries"]}
      {...{ read, write, textOf, close }}
      draftOf={choicesOf}
      saved={t("feeds.saved")}
      nameOf={(field) => names[field]}
    >
      {(fields) =>
        isImport ? <ImportChoices {...fields} names={names} /> : <ExportChoices {...fields} names={names} />
      }
    </ConditionalDialog>
  );
}

interface ChoicesProps extends RecordFields<Choices> {
  readonly names: Readonly<Record<keyof Choices, string>>;
}

function ImportChoices({ draft, setDraft, error, names }: ChoicesProps) {
  const { t } = useI18n();
  const put = (changes: Partial<Choices>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <Stack gap="md">
      <Radio.Group
        label={names.treat_as}
        value={draft.treat_as}
        onChange={(value) => put({ treat_as: value === "blocks" ? "blocks" : "stays" })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="stays" label={t("feeds.stays")} />
          <Radio value="blocks" label={t("feeds.blocks")} />
        </Stack>
      </Radio.Group>
      <Switch
        label={names.preparation_days_apply}
        disabled={draft.treat_as === "blocks"}
        checked={draft.preparation_days_apply}
        onChange={({ currentTarget }) => put({ preparation_days_apply: currentTarget.checked })}
      />
      <Textarea
        rows={3}
        label={names.ignored}
        description={t("feeds.ignoreHint")}
        value={draft.ignored}
        onChange={({ currentTarget }) => put({ ignored: currentTarget.value })}
        error={fieldProblem(error, "ignore_summaries")}
      />
    </Stack>
  );
}

function ExportChoices({ draft, setDraft, names }: ChoicesProps) {
  const put = (changes: Partial<Choices>): void => setDraft((before) => ({ ...before, ...changes }));
  return (
    <Stack gap="md">
      <Switch
        label={names.names}
        checked={draft.names}
        onChange={({ currentTarget }) => put({ names: currentTarget.checked })}
      />
      <Switch
        label={names.include_preparation_days}
        checked={draft.include_preparation_days}
        onChange={({ currentTarget }) => put({ include_preparation_days: currentTarget.checked })}
      />
    </Stack>
  );
}
