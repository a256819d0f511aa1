import { useNetwork } from "@mantine/hooks";
import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { CloudAlert, WifiOff } from "lucide-react";
import { useCallback, useSyncExternalStore } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import { isOutdated } from "../queries.ts";
import classes from "./shell.module.css";

/** Says that what is on screen may be old: the browser is offline, or a refresh failed. */
export function ConnectionSign() {
  const { t } = useI18n();
  const { online } = useNetwork();
  return (
    <output className={classes.connection}>
      {online ? (
        <OutdatedSign />
      ) : (
        <span title={t("shell.offlineHint")}>
          <WifiOff aria-hidden size={16} /> {t("shell.offline")}
        </span>
      )}
    </output>
  );
}

/** Goes when the failed reads succeed, or their screen is left. */
function OutdatedSign() {
  const { t } = useI18n();
  const queries = useQueryClient();
  const reads = queries.getQueryCache();
  const isShown = useSyncExternalStore(
    // Not at once: a query is also created while React renders.
    useCallback((changed: () => void) => reads.subscribe(notifyManager.batchCalls(changed)), [reads]),
    () => reads.getAll().some((query) => isOutdated(query) && query.isActive()),
  );
  if (!isShown) return null;
  return (
    <span className={classes.outdated}>
      <CloudAlert aria-hidden size={16} /> {t("shell.outdated")}{" "}
      <button
        type="button"
        className="quiet"
        onClick={() => void queries.refetchQueries({ type: "active", predicate: isOutdated })}
      >
        {t("failure.again")}
      </button>
    </span>
  );
}
