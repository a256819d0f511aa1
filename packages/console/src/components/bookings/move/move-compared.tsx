import { Alert } from "@mantine/core";
import { bookingId } from "../../../../../../src/core/reference.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Formats } from "../../formats.ts";
import { type Refusal, refusalWords } from "../../quote-words.ts";
import { BookingLink } from "../panel/booking-link.tsx";
import styles from "./move.module.css";
import type { FoundMove } from "./move.ts";
import { type Change, isChange, type MoveRental } from "./move-target.ts";

interface MoveComparedProps {
  readonly to: Change;
  readonly found: FoundMove | undefined;
  readonly isTrying: boolean;
  readonly rentals: readonly MoveRental[];
  readonly formats: Formats;
}

/** The stay before and after the change, and any obstacles. */
export function MoveCompared({ to, found, isTrying, rentals, formats }: MoveComparedProps) {
  const { t } = useI18n();
  const { stay } = to;
  const nameOf = (id: number) => rentals.find((rental) => rental.id === id)?.name;
  const rows: readonly (readonly [string, string | undefined, string | undefined])[] = [
    [t("calendar.rental"), nameOf(stay.rental), nameOf(to.rental)],
    [t("stay.arrival"), formats.date(stay.arrival), dateOf(to.arrival, formats)],
    [t("stay.departure"), formats.date(stay.departure), dateOf(to.departure, formats)],
    [t("stay.nights"), String(stay.departure - stay.arrival), nightsOf(to)],
    [t("booking.party"), partyOf(stay), partyOf(to)],
  ];
  return (
    <div aria-live="polite" aria-busy={isTrying} className={styles.compared}>
      {isChange(to) && (
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">{t("stay.before")}</th>
              <th scope="col">{t("stay.after")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, before, after]) => (
              <tr key={name} className={before === after ? undefined : styles.other}>
                <th scope="row">{name}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found && <Against found={found} stayReference={stay.reference} />}
    </div>
  );
}

const dateOf = (day: number, formats: Formats): string => (Number.isFinite(day) ? formats.date(day) : "–");
const partyOf = ({ adults, children }: Pick<Change, "adults" | "children">): string =>
  adults === null && children === null ? "–" : `${adults ?? 0} + ${children ?? 0}`;
const nightsOf = ({ arrival, departure }: Change): string => (departure > arrival ? String(departure - arrival) : "–");

/** Problems that prevent the move, or the booking rules that it breaks. Staff may override rules. */
function Against({ found, stayReference }: { readonly found: FoundMove; readonly stayReference: string }) {
  const { t } = useI18n();
  const { problems, nights_free, in_the_way } = found;
  const refusals: readonly Refusal[] = found.refusals ?? [];
  const brokenRules = refusals.map((refusal) => refusalWords(refusal, t));
  const others = in_the_way.map(({ reference }) => reference).filter((reference) => reference !== stayReference);
  const hard = [
    ...(nights_free
      ? []
      : [others.length === 0 ? t("stay.nightsTaken") : t("stay.inTheWay", { references: others.join(", ") })]),
    // The service's message about taken nights repeats the sentence above.
    ...Object.entries(problems).flatMap(([attribute, sentences]) =>
      attribute === "base" && !nights_free ? [] : sentences,
    ),
  ];
  if (hard.length > 0)
    return (
      <Alert color="orange" mt="sm" role="alert" title={t("stay.notPossible")}>
        {hard.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {others.map((reference) => (
          <BookingLink key={reference} id={bookingId(reference) ?? reference}>
            {reference}
          </BookingLink>
        ))}
      </Alert>
    );
  if (brokenRules.length === 0) return null;
  return (
    <Alert color="orange" mt="sm" title={t("stay.againstRules")}>
      {brokenRules.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Alert>
  );
}
