import type { Formats } from "../../../components/formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Endpoint } from "./webhooks.ts";

interface EndpointStateProps {
  readonly endpoint: Endpoint;
  readonly formats: Formats;
}

/** Whether an endpoint is enabled, and if not, why. */
export function EndpointState({ endpoint, formats }: EndpointStateProps) {
  const { t } = useI18n();
  const { enabled, disabled_reason, failing_since } = endpoint;
  if (disabled_reason === "gone") return <span className="bad">{t("webhooks.wentAway")}</span>;
  if (disabled_reason === "left") return <span className="bad">{t("webhooks.personLeft")}</span>;
  if (disabled_reason !== null) return <span className="bad">{t("webhooks.failedLong")}</span>;
  if (!enabled) return <span>{t("webhooks.disabled")}</span>;
  if (failing_since !== null)
    return <span className="bad">{t("webhooks.failingSince", { moment: formats.moment(failing_since) })}</span>;
  return <span>{t("webhooks.enabled")}</span>;
}
