import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useWorking } from "../../../app/session.tsx";
import { Failure } from "../../../parts/failure.tsx";
import { FormProblems } from "../../../parts/form-problems.tsx";
import type { Formats } from "../../../parts/formats.ts";
import { useNotices } from "../../../parts/notices.tsx";
import { Waiting } from "../../../parts/waiting.tsx";
import { useWords } from "../../../words/words.tsx";
import { type Delivery, type Endpoint, useDeliveries } from "./webhooks.ts";

interface DeliveryListProps {
  readonly endpoint: Endpoint;
  readonly formats: Formats;
}

/** Every attempt to send an endpoint a message, the newest first; each may be sent again (events.md, Webhooks). */
export function DeliveryList({ endpoint, formats }: DeliveryListProps) {
  const { words } = useWords();
  const { client, account } = useWorking();
  const { tell } = useNotices();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { failed = false } = useSearch({ strict: false });
  const deliveries = useDeliveries(endpoint.id, failed);
  const replaying = useMutation({
    mutationFn: ({ id }: Delivery) =>
      client.POST("/webhook_deliveries/{webhook_delivery_id}/replay", {
        params: { path: { webhook_delivery_id: id } },
      }),
    onSuccess: async () => {
      tell({ text: words.webhooks.replayed });
      await queries.invalidateQueries({ queryKey: [account.id, "webhook_deliveries"] });
    },
  });
  const attempts = deliveries.data?.pages.flatMap(({ records }) => records);
  return (
    <section className="webhooks">
      <h2>{words.webhooks.deliveries}</h2>
      <Checkbox
        label={words.webhooks.onlyFailed}
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
      <FormProblems error={replaying.error} besides={[]} />
      {deliveries.error && <Failure error={deliveries.error} reset={() => void deliveries.refetch()} />}
      {deliveries.isPending && <Waiting />}
      {attempts?.length === 0 && (
        <p className="empty">{failed ? words.webhooks.noneFailed : words.webhooks.nothingSent}</p>
      )}
      <ol className="deliveries">
        {attempts?.map((attempt) => (
          <li key={attempt.id}>
            <Attempt attempt={attempt} formats={formats} />
            {endpoint.enabled && (
              <Button
                variant="default"
                aria-label={words.webhooks.replayOf(attempt.type, formats.moment(attempt.created_at))}
                loading={replaying.isPending && replaying.variables.id === attempt.id}
                onClick={() => replaying.mutate(attempt)}
              >
                {words.webhooks.replay}
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
          {words.webhooks.earlier}
        </Button>
      )}
    </section>
  );
}

function Attempt({ attempt, formats }: { readonly attempt: Delivery; readonly formats: Formats }) {
  const { words } = useWords();
  const { type, record_id, succeeded, state, status, error, answer, duration_ms, created_at, webhook_id } = attempt;
  return (
    <div>
      <strong>{type}</strong> {record_id !== null && <span className="hint">{record_id}</span>}
      <p className={succeeded ? undefined : "bad"}>
        {succeeded ? words.webhooks.taken(status ?? 0) : words.webhooks.refused(status, words.webhooks.became[state])}
      </p>
      <p className="hint">{words.webhooks.attempt(attempt.attempt, formats.moment(created_at), duration_ms)}</p>
      <details>
        <summary>{words.webhooks.more}</summary>
        {error !== null && <p>{error}</p>}
        <p className="id">webhook-id: {webhook_id}</p>
        {answer !== null && answer !== "" && <pre>{answer}</pre>}
      </details>
    </div>
  );
}
