import type { Formats } from "../../parts/formats.ts";
import { useWords } from "../../words/words.tsx";
import type { GuestStay } from "./guest-stays.ts";
import type { Turnover } from "./turnovers.ts";

interface CardProps {
  readonly turnover: Turnover;
  readonly formats: Formats;
}

/** One rental on one day: when its guests go, when others come, how many they are and for how long. */
export function TurnoverCard({ turnover: { rental, day, goes, leaving, next }, formats }: CardProps) {
  const { words } = useWords();
  const said = words.cleaning;
  const timed = (minutes: number | null): string => (minutes === null ? said.noTime : formats.clock(minutes));
  const comments = [
    ...leaving.comments.map((comment) => [said.departure, comment] as const),
    ...(next?.stay.comments ?? []).map((comment) => [said.arrival, comment] as const),
  ];
  const isSameDay = next?.stay.arrival === day;
  return (
    <li className={isSameDay ? "turnover same-day" : "turnover"}>
      <h3>
        {rental}
        {leaving.isHold && <em>{said.hold}</em>}
      </h3>
      <dl>
        <div>
          <dt>{said.departure}</dt>
          <dd>{timed(goes)}</dd>
        </div>
        <div>
          <dt>{said.arrival}</dt>
          <dd>
            {next ? `${isSameDay ? "" : `${formats.date(next.stay.arrival)}, `}${timed(next.comes)}` : said.nobody}
            {next?.stay.isHold && <em>{said.hold}</em>}
          </dd>
        </div>
        {next && (
          <>
            <div>
              <dt>{said.between}</dt>
              <dd className="between">{between(next.minutes, next.stay.arrival - day, said)}</dd>
            </div>
            <div>
              <dt>{said.comes}</dt>
              <dd>
                {[guests(next.stay, said), words.book.nights(next.stay.departure - next.stay.arrival)]
                  .filter(Boolean)
                  .join(", ")}
              </dd>
            </div>
          </>
        )}
      </dl>
      {comments.length > 0 && (
        <ul className="comments" aria-label={said.comments}>
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

type Said = ReturnType<typeof useWords>["words"]["cleaning"];

/** In hours where they count, else in days. */
function between(minutes: number | null, days: number, said: Said): string {
  if (minutes === null || minutes >= 2 * 1440) return days === 0 ? "–" : said.days(days);
  if (minutes < 0) return "–";
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? said.hours(hours) : said.hoursAndMinutes(hours, rest);
}

function guests({ adults, children }: GuestStay, said: Said): string {
  return [adults ? said.adults(adults) : "", children ? said.children(children) : ""].filter(Boolean).join(", ");
}
