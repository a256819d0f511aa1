import { Button, Group, Modal, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { EventTypeFields } from "./event-type-fields.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import type { Endpoint } from "./webhooks.ts";

interface EndpointFormProps {
  /** The endpoint to change; undefined for a new one. */
  readonly endpoint?: Endpoint;
  readonly close: () => void;
}

/** An endpoint's URL, description and event types. A new endpoint's secret is shown once. */
export function EndpointForm({ endpoint, close }: EndpointFormProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const queries = useQueryClient();
  const [url, setUrl] = useState(endpoint?.url ?? "");
  const [description, setDescription] = useState(endpoint?.description ?? "");
  const [types, setTypes] = useState<readonly string[] | null>(endpoint?.event_types ?? null);
  const saving = useMutation({
    mutationFn: async () => {
      const attributes = {
        ...{ url, description: description.trim() === "" ? null : description },
        event_types: types && [...types],
      };
      if (!endpoint)
        return (await client.POST("/webhook_endpoints", { body: { webhook_endpoints: [attributes] } })).data
          .webhook_endpoints[0]?.secret;
      const params = { path: { webhook_endpoint_id: endpoint.id } };
      await client.PATCH("/webhook_endpoints/{webhook_endpoint_id}", {
        params,
        body: { webhook_endpoints: [attributes] },
      });
      return undefined;
    },
    onSuccess: async () => {
      if (endpoint) {
        close();
        notify({ text: t("webhooks.changed") });
      }
      await queries.invalidateQueries({ queryKey: [account.id, "webhook_endpoints"] });
    },
  });
  const title = endpoint ? t("webhooks.change") : t("webhooks.add");
  return (
    <Modal opened onClose={close} title={title} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      {saving.data === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            saving.mutate();
          }}
        >
          <TextInput
            type="url"
            required
            data-autofocus
            mb="sm"
            label={t("webhooks.url")}
            description={t("webhooks.urlHint")}
            value={url}
            error={fieldProblem(saving.error, "url")}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <TextInput
            mb="sm"
            label={t("webhooks.description")}
            value={description}
            error={fieldProblem(saving.error, "description")}
            onChange={({ currentTarget }) => setDescription(currentTarget.value)}
          />
          <EventTypeFields chosen={types} choose={setTypes} error={saving.error} />
          <FormProblems error={saving.error} excluded={["url", "description", "event_types"]} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {t("settings.cancel")}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t("settings.save")}
            </Button>
          </Group>
        </form>
      ) : (
        <ShownSecret secret={saving.data} close={close} />
      )}
    </Modal>
  );
}
