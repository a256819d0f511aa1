import type { Formats } from "../../../parts/formats.ts";
import { useWords } from "../../../words/words.tsx";
import type { Endpoint } from "./webhooks.ts";

interface EndpointStateProps {
  readonly endpoint: Endpoint;
  readonly formats: Formats;
}

/** Whether an endpoint is sent to, and if not, why. */
export function EndpointState({ endpoint, formats }: EndpointStateProps) {
  const { words } = useWords();
  const { enabled, disabled_reason, failing_since } = endpoint;
  if (disabled_reason === "gone") return <span className="bad">{words.webhooks.wentAway}</span>;
  if (disabled_reason !== null) return <span className="bad">{words.webhooks.failedLong}</span>;
  if (!enabled) return <span>{words.webhooks.disabled}</span>;
  if (failing_since !== null)
    return <span className="bad">{words.webhooks.failingSince(formats.moment(failing_since))}</span>;
  return <span>{words.webhooks.enabled}</span>;
}
