import { Button, Group, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callConsole } from "../../../app/console-calls.ts";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Program } from "../programs.ts";
import secrets from "../secrets.module.css";
import { addedBy } from "./added-by.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { EditEndpoint } from "./edit-endpoint.tsx";
import { EndpointState } from "./endpoint-state.tsx";
import { ReplaySince } from "./replay-since.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import classes from "./webhooks.module.css";
import type { Endpoint } from "./webhooks.ts";

interface EndpointViewProps {
  readonly endpoint: Endpoint;
  /** The application that created the endpoint; undefined if people did. */
  readonly program: Program | undefined;
  readonly formats: Formats;
}

/** An endpoint with its actions and deliveries. People can only enable or disable an application's endpoint. */
export function EndpointView({ endpoint, program, formats }: EndpointViewProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [open, setOpen] = useState<"change" | "remove" | "replay">();
  const params = { path: { webhook_endpoint_id: endpoint.id } };
  const invalidate = () => queries.invalidateQueries({ queryKey: [account.id, "webhook_endpoints"] });
  const setEnabled = async (enabled: boolean) => {
    await callConsole("PUT", `/accounts/${account.id}/webhook_endpoints/${endpoint.id}`, { enabled });
    await invalidate();
  };
  const turning = useMutation({
    mutationFn: setEnabled,
    onSuccess: (_, enabled) =>
      notify({
        text: enabled ? t("webhooks.enabledNow") : t("webhooks.disabledNow"),
        undo: () => setEnabled(!enabled),
      }),
  });
  const pinging = useSubmit({
    mutationFn: () => client.POST("/webhook_endpoints/{webhook_endpoint_id}/ping", { params }),
    onSuccess: () => notify({ text: t("webhooks.pinged") }),
  });
  const rotating = useMutation({
    mutationFn: async () =>
      (await client.POST("/webhook_endpoints/{webhook_endpoint_id}/rotate_secret", { params })).data
        .webhook_endpoints[0]?.secret,
    onSuccess: invalidate,
  });
  const { url, description, event_types, enabled, former_secret_until } = endpoint;
  return (
    <>
      <section className={classes.section}>
        <p>
          <Link to="/settings/$section" params={{ section: "webhooks" }}>
            {t("webhooks.back")}
          </Link>
        </p>
        <h2>{description ?? url}</h2>
        {description !== null && <p className={secrets.code}>{url}</p>}
        <p>
          <EndpointState endpoint={endpoint} formats={formats} />
        </p>
        <p className="hint">{addedBy(program?.name, t)}</p>
        <p className="hint">
          {event_types ? t("webhooks.receives", { types: event_types.join(", ") }) : t("webhooks.receivesAll")}
        </p>
        {former_secret_until !== null && (
          <p className="hint">{t("webhooks.formerUntil", { moment: formats.moment(former_secret_until) })}</p>
        )}
        <Group gap="xs" mt="sm">
          <Button variant="default" loading={turning.isPending} onClick={() => turning.mutate(!enabled)}>
            {enabled ? t("webhooks.disable") : t("webhooks.enable")}
          </Button>
          {!program && (
            <>
              <Button variant="default" onClick={() => setOpen("change")}>
                {t("settings.change")}
              </Button>
              {enabled && (
                <Button variant="default" loading={pinging.isPending} onClick={() => pinging.submit()}>
                  {t("webhooks.ping")}
                </Button>
              )}
              {enabled && (
                <Button variant="default" onClick={() => setOpen("replay")}>
                  {t("webhooks.replaySince")}
                </Button>
              )}
              <Button variant="default" loading={rotating.isPending} onClick={() => rotating.mutate()}>
                {t("webhooks.rotate")}
              </Button>
              <Button color="red" variant="outline" onClick={() => setOpen("remove")}>
                {t("webhooks.remove")}
              </Button>
            </>
          )}
        </Group>
        <FormProblems error={turning.error ?? pinging.error ?? rotating.error} excluded={[]} />
      </section>
      <DeliveryList endpoint={endpoint} formats={formats} />
      {open === "change" && <EditEndpoint id={endpoint.id} close={() => setOpen(undefined)} />}
      {open === "replay" && <ReplaySince endpoint={endpoint.id} close={() => setOpen(undefined)} />}
      {open === "remove" && (
        <ConfirmDialog
          title={t("webhooks.remove")}
          confirmLabel={t("webhooks.removeNow")}
          act={async () => {
            await client.DELETE("/webhook_endpoints/{webhook_endpoint_id}", { params });
            await navigate({ to: "/settings/$section", params: { section: "webhooks" } });
            await invalidate();
          }}
          done={() => notify({ text: t("webhooks.removed") })}
          close={() => setOpen(undefined)}
        >
          <p>{t("webhooks.removing", { url })}</p>
        </ConfirmDialog>
      )}
      <Modal
        opened={rotating.data !== undefined}
        onClose={rotating.reset}
        title={t("webhooks.rotate")}
        closeButtonProps={{ "aria-label": t("settings.cancel") }}
      >
        <ShownSecret secret={rotating.data ?? ""} close={rotating.reset} />
      </Modal>
    </>
  );
}
