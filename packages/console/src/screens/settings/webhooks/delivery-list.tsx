import { Button, Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSession } from "../../../app/session.tsx";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import secrets from "../secrets.module.css";
import classes from "./webhooks.module.css";
import { type Delivery, type Endpoint, useDeliveries } from "./webhooks.ts";

interface DeliveryListProps {
  readonly endpoint: Endpoint;
  readonly formats: Formats;
}

/** An endpoint's deliveries, newest first, each with a button to resend (events.md, Webhooks). */
export function DeliveryList({ endpoint, formats }: DeliveryListProps) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const { notify } = useNotices();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { failed = false } = useSearch({ strict: false });
  const deliveries = useDeliveries(endpoint.id, failed);
  const replaying = useSubmit({
    mutationFn: ({ id }: Delivery) =>
      client.POST("/webhook_deliveries/{webhook_delivery_id}/replay", {
        params: { path: { webhook_delivery_id: id } },
      }),
    onSuccess: async () => {
      notify({ text: t("webhooks.replayed") });
      await queries.invalidateQueries({ queryKey: [account.id, "webhook_deliveries"] });
    },
  });
  const attempts = deliveries.data?.pages.flatMap(({ records }) => records);
  return (
    <section className={classes.section}>
      <h2>{t("webhooks.deliveries")}</h2>
      <Checkbox
        label={t("webhooks.onlyFailed")}
        checked={failed}
        onChange={({ currentTarget }) =>
          void navigate({
            to: "/settings/$section",
            params: { section: "webhooks" },
            search: { endpoint: endpoint.id, ...(currentTarget.checked ? { failed: true } : {}) },
            replace: true,
          })
        }
      />
      <FormProblems error={replaying.error} excluded={[]} />
      {!deliveries.data && <Pending reads={[deliveries]} />}
      {attempts?.length === 0 && (
        <p className="empty">{failed ? t("webhooks.noneFailed") : t("webhooks.nothingSent")}</p>
      )}
      <ol className={classes.deliveries}>
        {attempts?.map((attempt) => (
          <li key={attempt.id}>
            <Attempt attempt={attempt} formats={formats} />
            {endpoint.enabled && (
              <Button
                variant="default"
                aria-label={t("webhooks.replayOf", { type: attempt.type, moment: formats.moment(attempt.created_at) })}
                loading={replaying.isPending && replaying.variables.id === attempt.id}
                onClick={() => replaying.submit(attempt)}
              >
                {t("webhooks.replay")}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {deliveries.hasNextPage && (
        <Button
          variant="default"
          loading={deliveries.isFetchingNextPage}
          onClick={() => void deliveries.fetchNextPage()}
        >
          {t("webhooks.earlier")}
        </Button>
      )}
    </section>
  );
}

function Attempt({ attempt, formats }: { readonly attempt: Delivery; readonly formats: Formats }) {
  const { t } = useI18n();
  const { type, record_id, succeeded, state, status, error, answer, duration_ms, created_at, webhook_id } = attempt;
  const became = t(`webhooks.became.${state}`);
  const failure = status === null ? t("webhooks.refused", { became }) : t("webhooks.refusedWith", { status, became });
  return (
    <div>
      <strong>{type}</strong> {record_id !== null && <span className="hint">{record_id}</span>}
      <p className={succeeded ? undefined : "bad"}>
        {succeeded ? t("webhooks.taken", { status: status ?? 0 }) : failure}
      </p>
      <p className="hint">
        {t("webhooks.attempt", {
          number: attempt.attempt,
          moment: formats.moment(created_at),
          milliseconds: duration_ms,
        })}
      </p>
      <details>
        <summary>{t("webhooks.more")}</summary>
        {error !== null && <p>{error}</p>}
        <p className={secrets.code}>webhook-id: {webhook_id}</p>
        {answer !== null && answer !== "" && <pre>{answer}</pre>}
      </details>
    </div>
  );
}
