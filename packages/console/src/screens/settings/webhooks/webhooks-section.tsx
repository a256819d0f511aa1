import { Button } from "@mantine/core";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Pending } from "../../../components/pending.tsx";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import cards from "../cards.module.css";
import { usePrograms } from "../programs.ts";
import { addedBy } from "./added-by.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { EndpointView } from "./endpoint-view.tsx";
import { NewEndpoint } from "./new-endpoint.tsx";
import classes from "./webhooks.module.css";
import { useEndpoints } from "./webhooks.ts";

/** The account's webhook endpoints and their deliveries (events.md, Webhooks). */
export function WebhooksSection() {
  const { t } = useI18n();
  const formats = useFormats();
  const { endpoint: chosen } = useSearch({ strict: false });
  const endpoints = useEndpoints();
  const programs = usePrograms();
  const [isAdding, setAdding] = useState(false);
  if (!endpoints.data || !programs.data) return <Pending reads={[endpoints, programs]} />;
  const programOf = (id: number) =>
    programs.data.applications.find((program) => program.webhook_endpoints.includes(id));
  const open = endpoints.data.find(({ id }) => id === chosen);
  if (open) return <EndpointView key={open.id} endpoint={open} program={programOf(open.id)} formats={formats} />;
  return (
    <section className={classes.section}>
      <h2>
        {t("webhooks.title")}
        <Button onClick={() => setAdding(true)}>{t("webhooks.add")}</Button>
      </h2>
      <p className="hint">{t("webhooks.about")}</p>
      {chosen !== undefined && <p role="alert">{t("webhooks.gone")}</p>}
      {endpoints.data.length === 0 && <p className="empty">{t("webhooks.none")}</p>}
      <ul className={`${cards.cards} ${cards.plain}`}>
        {endpoints.data.map((endpoint) => (
          <li key={endpoint.id}>
            <div>
              <Link to="/settings/$section" params={{ section: "webhooks" }} search={{ endpoint: endpoint.id }}>
                {endpoint.description ?? endpoint.url}
              </Link>
              {endpoint.description !== null && <p>{endpoint.url}</p>}
            </div>
            <div>
              <EndpointState endpoint={endpoint} formats={formats} />
              <p>{addedBy(programOf(endpoint.id)?.name, t)}</p>
            </div>
          </li>
        ))}
      </ul>
      {isAdding && <NewEndpoint close={() => setAdding(false)} />}
    </section>
  );
}
