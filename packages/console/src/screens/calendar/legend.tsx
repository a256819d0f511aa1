import { useI18n } from "../../i18n/i18n.ts";

const states = ["booked", "hold", "unavailable", "mirrored"] as const;

/** Explains the calendar's colours. */
export function Legend() {
  const { t } = useI18n();
  return (
    <ul className="legend" aria-label={t("calendar.legend")}>
      {states.map((state) => (
        <li key={state}>
          <span className={`swatch ${state}`} aria-hidden="true" />
          {t(`calendar.states.${state}`)}
        </li>
      ))}
      <li>
        <span className="swatch closed" aria-hidden="true" />
        {t("calendar.closedArrival")}
      </li>
    </ul>
  );
}
