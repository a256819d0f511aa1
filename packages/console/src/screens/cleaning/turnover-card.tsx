import type { Formats } from "../../components/formats.ts";
import type { GuestStay } from "../../components/turnovers/guest-stays.ts";
import { timeBetween } from "../../components/turnovers/time-between.ts";
import type { Turnover } from "../../components/turnovers/turnovers.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { Translate } from "../../i18n/translate.ts";
import styles from "./cleaning.module.css";

interface CardProps {
  readonly turnover: Turnover;
  readonly formats: Formats;
}

/** A turnover: departure and arrival times, and the next stay's guests and length. */
export function TurnoverCard({ turnover: { rental, day, goes, leaving, next }, formats }: CardProps) {
  const { t } = useI18n();
  const timed = (minutes: number | null): string => (minutes === null ? t("cleaning.noTime") : formats.clock(minutes));
  const comments = [
    ...leaving.comments.map((comment) => [t("cleaning.departure"), comment] as const),
    ...(next?.stay.comments ?? []).map((comment) => [t("cleaning.arrival"), comment] as const),
  ];
  const isSameDay = next?.stay.arrival === day;
  return (
    <li className={isSameDay ? `${styles.turnover} ${styles.sameDay}` : styles.turnover}>
      <h3>
        {rental}
        {leaving.isHold && <em>{t("cleaning.hold")}</em>}
      </h3>
      <dl>
        <div>
          <dt>{t("cleaning.departure")}</dt>
          <dd>{timed(goes)}</dd>
        </div>
        <div>
          <dt>{t("cleaning.arrival")}</dt>
          <dd>
            {next
              ? `${isSameDay ? "" : `${formats.date(next.stay.arrival)}, `}${timed(next.comes)}`
              : t("cleaning.nobody")}
            {next?.stay.isHold && <em>{t("cleaning.hold")}</em>}
          </dd>
        </div>
        {next && (
          <>
            <div>
              <dt>{t("cleaning.between")}</dt>
              <dd className={styles.between}>{timeBetween(next.minutes, next.stay.arrival - day, t)}</dd>
            </div>
            <div>
              <dt>{t("cleaning.comes")}</dt>
              <dd>
                {[guests(next.stay, t), t("book.nights", { nights: next.stay.departure - next.stay.arrival })]
                  .filter(Boolean)
                  .join(", ")}
              </dd>
            </div>
          </>
        )}
      </dl>
      {comments.length > 0 && (
        <ul className={styles.comments} aria-label={t("cleaning.comments")}>
          {comments.map(([whose, comment]) => (
            <li key={`${whose} ${comment}`}>
              <small>{whose}:</small> {comment}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function guests({ adults, children }: GuestStay, t: Translate): string {
  return [adults ? t("cleaning.adults", { adults }) : "", children ? t("cleaning.children", { children }) : ""]
    .filter(Boolean)
    .join(", ");
}
