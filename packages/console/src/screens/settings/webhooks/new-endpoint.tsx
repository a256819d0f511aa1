import { Button, Group, Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { attributesOf, draftOf, type EndpointDraft, EndpointFields } from "./endpoint-fields.tsx";
import { ShownSecret } from "./shown-secret.tsx";

/** A new endpoint's URL, description and event types. Its secret is shown once. */
export function NewEndpoint({ close }: { readonly close: () => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const form = useForm<EndpointDraft>({ initialValues: draftOf(undefined) });
  const saving = useSubmit({
    mutationFn: async (draft: EndpointDraft) =>
      (await client.POST("/webhook_endpoints", { body: { webhook_endpoints: [attributesOf(draft)] } })).data
        .webhook_endpoints[0]?.secret,
    onSuccess: () => queries.invalidateQueries({ queryKey: [account.id, "webhook_endpoints"] }),
  });
  return (
    <Modal opened onClose={close} title={t("webhooks.add")} closeButtonProps={{ "aria-label": t("settings.cancel") }}>
      {saving.data === undefined ? (
        <form onSubmit={form.onSubmit((values) => saving.submit(values))}>
          <EndpointFields
            draft={form.values}
            setDraft={(change) => form.setValues(change(form.values))}
            error={saving.error}
          />
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
