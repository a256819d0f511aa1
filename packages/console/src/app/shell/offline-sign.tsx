import { useNetwork } from "@mantine/hooks";
import { WifiOff } from "lucide-react";
import { useI18n } from "../../i18n/i18n.ts";
import classes from "./shell.module.css";

/** Says that the browser is offline, so that what is on screen may be old. */
export function OfflineSign() {
  const { t } = useI18n();
  const { online } = useNetwork();
  return (
    <output className={classes.offline}>
      {!online && (
        <span title={t("shell.offlineHint")}>
          <WifiOff aria-hidden size={16} /> {t("shell.offline")}
        </span>
      )}
    </output>
  );
}
