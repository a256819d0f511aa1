import { Button, Group, Modal, Radio, Stack, Switch, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { type Feed, useFeedChange } from "./feeds.ts";

/** Edits how a calendar is read, or what an exported one shows. */
export function FeedChoices({ feed, close }: { readonly feed: Feed; readonly close: () => void }) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const isImport = feed.kind === "import";
  const form = useForm({
    initialValues: {
      treat_as: feed.treat_as,
      ignored: feed.ignore_summaries.join("\n"),
      preparation_days_apply: feed.preparation_days_apply,
      names: feed.names,
      include_preparation_days: feed.include_preparation_days,
    },
  });
  const saving = useFeedChange<typeof form.values>((client, values) => {
    const { names, include_preparation_days, ignored, ...choices } = values;
    const ignore_summaries = ignored.split("\n").filter((line) => line.trim() !== "");
    const reading = { ...choices, ignore_summaries };
    const body = { calendar_feeds: [isImport ? reading : { names, include_preparation_days }] };
    return client.PATCH("/calendar_feeds/{calendar_feed_id}", {
      params: { path: { calendar_feed_id: feed.id } },
      body,
    });
  });
  const save = form.onSubmit((values) =>
    saving.mutate(values, {
      onSuccess: () => {
        close();
        notify({ text: t("feeds.saved") });
      },
    }),
  );
  return (
    <Modal
      opened
      onClose={close}
      title={t("feeds.choicesOf", { name: feed.name })}
      closeButtonProps={{ "aria-label": t("settings.cancel") }}
    >
      <form onSubmit={save}>
        <Stack gap="md">
          {isImport ? (
            <>
              <Radio.Group label={t("feeds.treatAs")} {...form.getInputProps("treat_as")}>
                <Stack gap="xs" mt="xs">
                  <Radio value="stays" label={t("feeds.stays")} />
                  <Radio value="blocks" label={t("feeds.blocks")} />
                </Stack>
              </Radio.Group>
              <Switch
                label={t("feeds.preparation")}
                disabled={form.values.treat_as === "blocks"}
                {...form.getInputProps("preparation_days_apply", { type: "checkbox" })}
              />
              <Textarea
                rows={3}
                label={t("feeds.ignore")}
                description={t("feeds.ignoreHint")}
                {...form.getInputProps("ignored")}
                error={fieldProblem(saving.error, "ignore_summaries")}
              />
            </>
          ) : (
            <>
              <Switch label={t("feeds.names")} {...form.getInputProps("names", { type: "checkbox" })} />
              <Switch
                label={t("feeds.exportPreparation")}
                {...form.getInputProps("include_preparation_days", { type: "checkbox" })}
              />
            </>
          )}
        </Stack>
        <FormProblems error={saving.error} excluded={["ignore_summaries"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {t("settings.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
