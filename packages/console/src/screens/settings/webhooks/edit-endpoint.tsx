import { useQueryClient } from "@tanstack/react-query";
import { useSession } from "../../../app/session.tsx";
import { ifMatch, type Seen } from "../../../components/conflict/version.ts";
import { ConditionalDialog } from "../../../components/records/conditional-dialog.tsx";
import { versioned } from "../../../components/records/record-writing.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { attributesOf, draftOf, type EndpointDraft, EndpointFields } from "./endpoint-fields.tsx";
import type { Endpoint } from "./webhooks.ts";

/** Changes an endpoint's URL, description and event types. */
export function EditEndpoint({ id, close }: { readonly id: Endpoint["id"]; readonly close: () => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const queries = useQueryClient();
  const names: Readonly<Record<keyof EndpointDraft, string>> = {
    url: t("webhooks.url"),
    description: t("webhooks.description"),
    types: t("webhooks.types"),
  };
  const read = async (): Promise<Seen<Endpoint>> => {
    const params = { path: { webhook_endpoint_id: [id] } };
    const { data, response } = await client.GET("/webhook_endpoints/{webhook_endpoint_id}", { params });
    return versioned(data.webhook_endpoints[0], response);
  };
  const write = async ({ etag }: Seen<Endpoint>, draft: EndpointDraft): Promise<void> => {
    await client.PATCH("/webhook_endpoints/{webhook_endpoint_id}", {
      ...{ params: { path: { webhook_endpoint_id: id } }, headers: ifMatch(etag) },
      body: { webhook_endpoints: [attributesOf(draft)] },
    });
    await queries.invalidateQueries({ queryKey: [account.id, "webhook_endpoints"] });
  };
  return (
    <ConditionalDialog
      title={t("webhooks.change")}
      record={`webhook_endpoints ${id}`}
      excluded={["url", "description", "event_types"]}
      {...{ read, write, draftOf, close }}
      saved={t("webhooks.changed")}
      nameOf={(field) => names[field]}
      textOf={({ types, ...texts }, field) =>
        field === "types" ? (types?.join(", ") ?? t("webhooks.everything")) : texts[field]
      }
    >
      {(fields) => <EndpointFields {...fields} />}
    </ConditionalDialog>
  );
}
