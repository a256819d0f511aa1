import { KeyRound } from "lucide-react";
import { useI18n } from "../../../i18n/i18n.ts";
import bar from "../grid/bar.module.css";
import { Swatch } from "./swatch.tsx";
import styles from "./tools.module.css";

const states = ["booked", "hold", "unavailable", "mirrored"] as const;
const keys = ["move", "stretch", "select", "book"] as const;

/** Explains the calendar's colors, marks and keys. */
export function Legend() {
  const { t } = useI18n();
  return (
    <details className={styles.legend}>
      <summary>{t("calendar.legend")}</summary>
      <div className={styles.pane}>
        <ul>
          {states.map((state) => (
            <li key={state}>
              <Swatch look={state} />
              {t(`calendar.states.${state}`)}
            </li>
          ))}
          <li>
            <span className={`${bar.channel} ${bar.channel0} ${styles.mark}`} aria-hidden="true">
              AB
            </span>
            {t("stay.channel")}
          </li>
          <li>
            <span className={`${bar.open} ${styles.dot}`} aria-hidden="true" />
            {t("stay.open")}
          </li>
          <li>
            <KeyRound size={13} aria-hidden="true" /> {t("calendar.arrivesToday")}
          </li>
          <li>
            <Swatch look="gap" />
            {t("calendar.gap")}
          </li>
          <li>
            <Swatch look="closed" />
            {t("calendar.closedArrival")}
          </li>
          <li>
            <Swatch look="shut" />
            {t("calendar.closedDeparture")}
          </li>
          <li>
            <Swatch look="unknown" />
            {t("calendar.unknown")}
          </li>
        </ul>
        <dl>
          {keys.map((key) => (
            <div key={key}>
              <dt>
                <kbd>{t(`calendar.keys.${key}.keys`)}</kbd>
              </dt>
              <dd>{t(`calendar.keys.${key}.does`)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </details>
  );
}
