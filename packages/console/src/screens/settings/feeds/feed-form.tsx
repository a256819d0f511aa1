import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Feed } from "./feeds.ts";

interface FeedFormProps {
  readonly kind: Feed["kind"];
  readonly rentals: readonly { readonly id: number; readonly name: string }[];
  readonly close: () => void;
}

/** Adds an imported calendar (from an address or a file) or an exported one. */
export function FeedForm({ kind, rentals, close }: FeedFormProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const form = useForm({ initialValues: { rental: String(rentals[0]?.id ?? ""), name: "", url: "", names: false } });
  const isImport = kind === "import";
  const adding = useSubmit({
    mutationFn: async ({ rental, name, url, names }: typeof form.values) => {
      const rental_id = Number(rental);
      const more = isImport ? (url.trim() === "" ? {} : { url: url.trim() }) : { names };
      await client.POST("/calendar_feeds", { body: { calendar_feeds: [{ kind, rental_id, name, ...more }] } });
    },
    onSuccess: async (_, { name }) => {
      close();
      notify({ text: t("feeds.added", { name }) });
      await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
    },
  });
  const title = isImport ? t("feeds.addImport") : t("feeds.addExport");
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      <form onSubmit={form.onSubmit((values) => adding.submit(values))}>
        <NativeSelect
          mb="sm"
          label={t("calendar.rental")}
          {...form.getInputProps("rental")}
          error={fieldProblem(adding.error, "rental_id")}
          data={rentals.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
        <TextInput
          required
          mb="sm"
          maxLength={40}
          label={isImport ? t("feeds.fromWhom") : t("feeds.forWhom")}
          {...form.getInputProps("name")}
          error={fieldProblem(adding.error, "name")}
        />
        {isImport ? (
          <TextInput
            mb="sm"
            label={t("feeds.url")}
            description={t("feeds.urlHint")}
            {...form.getInputProps("url")}
            error={fieldProblem(adding.error, "url")}
          />
        ) : (
          <Checkbox label={t("feeds.names")} {...form.getInputProps("names", { type: "checkbox" })} />
        )}
        <FormProblems error={adding.error} excluded={["rental_id", "name", "url"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" disabled={form.values.rental === ""} loading={adding.isPending}>
            {t("settings.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
