import { Button, Checkbox, Group, Modal, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
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
  const [rental, setRental] = useState(rentals[0]?.id);
  const [name, setName] = useState("");
  const [url, setUrl] = useState("");
  const [names, setNames] = useState(false);
  const isImport = kind === "import";
  const adding = useMutation({
    mutationFn: async (rental_id: number) => {
      const more = isImport ? (url.trim() === "" ? {} : { url: url.trim() }) : { names };
      await client.POST("/calendar_feeds", { body: { calendar_feeds: [{ kind, rental_id, name, ...more }] } });
    },
    onSuccess: async () => {
      close();
      notify({ text: t("feeds.added", { name }) });
      await queries.invalidateQueries({ queryKey: [account.id, "calendar_feeds"] });
    },
  });
  const title = isImport ? t("feeds.addImport") : t("feeds.addExport");
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (rental !== undefined) adding.mutate(rental);
        }}
      >
        <NativeSelect
          mb="sm"
          label={t("calendar.rental")}
          value={rental}
          error={fieldProblem(adding.error, "rental_id")}
          onChange={({ currentTarget }) => setRental(Number(currentTarget.value))}
          data={rentals.map(({ id, name: label }) => ({ value: String(id), label }))}
        />
        <TextInput
          required
          mb="sm"
          maxLength={40}
          label={isImport ? t("feeds.fromWhom") : t("feeds.forWhom")}
          value={name}
          error={fieldProblem(adding.error, "name")}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {isImport ? (
          <TextInput
            mb="sm"
            label={t("feeds.url")}
            description={t("feeds.urlHint")}
            value={url}
            error={fieldProblem(adding.error, "url")}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
        ) : (
          <Checkbox
            label={t("feeds.names")}
            checked={names}
            onChange={({ currentTarget }) => setNames(currentTarget.checked)}
          />
        )}
        <FormProblems error={adding.error} excluded={["rental_id", "name", "url"]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("settings.cancel")}
          </Button>
          <Button type="submit" disabled={rental === undefined} loading={adding.isPending}>
            {t("settings.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
