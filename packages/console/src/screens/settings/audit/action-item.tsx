import { Link } from "@tanstack/react-router";
import { bookingReference } from "../../../../../../src/core/reference.ts";
import { actorName } from "../../../components/actor-name.ts";
import { BookingLink } from "../../../components/bookings/panel/booking-link.tsx";
import { ChangeList } from "../../../components/change-list.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useSources } from "../../../components/sources.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useRentals } from "../../calendar/rentals.ts";
import type { Action, AuditEntry } from "./actions.ts";
import classes from "./audit.module.css";
import { thingOf } from "./things.ts";

/** Attributes that change with every write, or that only say which record it is. */
const silent = new Set([
  ...["id", "created_at", "updated_at", "contract_updated_at", "version", "account_id", "booking_id"],
  ...["final_rental_price", "initial_rental_price", "paid_or_authorized_amount", "payment_left_to_collect"],
]);

interface ActionItemProps {
  readonly action: Action;
  readonly formats: Formats;
}

/** One action as a sentence, with its booking and rental. Its values can be opened when they are many. */
export function ActionItem({ action, formats }: ActionItemProps) {
  const { t } = useI18n();
  const { main, others } = action;
  const isLong = others.length > 0 || !main.type.endsWith(".updated");
  const values = (
    <>
      <Values entry={main} formats={formats} />
      {others.map((entry) => (
        <div key={entry.id}>
          <p>
            <Sentence entry={entry} />
          </p>
          <Values entry={entry} formats={formats} />
        </div>
      ))}
    </>
  );
  return (
    <li>
      <strong>
        <Sentence entry={main} /> <About action={action} />
      </strong>
      <small>{formats.moment(main.occurred_at)}</small>
      {isLong ? (
        <details>
          <summary>{others.length > 0 ? t("audit.more", { count: others.length }) : t("audit.began")}</summary>
          {values}
        </details>
      ) : (
        values
      )}
    </li>
  );
}

/** The actor and the action. */
function Sentence({ entry: { type, resource, actor } }: { readonly entry: AuditEntry }) {
  const { t } = useI18n();
  const verb = type.split(".").at(-1);
  const thing = t.find(`audit.things.${thingOf(resource)}`) ?? t("audit.things.other");
  const what = { who: actorName(actor, t), thing };
  return <>{t.find(`audit.did.${verb}`, what) ?? t("audit.did.updated", what)}</>;
}

/** Links to the booking and the rental that an action is about. */
function About({ action: { main, booking, rental } }: Pick<ActionItemProps, "action">) {
  const rentals = useRentals();
  const house = rentals.data?.find(({ id }) => id === rental);
  return (
    <span className={classes.about}>
      {booking !== undefined && <BookingLink id={booking}>{bookingReference(booking)}</BookingLink>}
      {house && (
        <Link to="/rentals/$rental" params={{ rental: String(house.id) }}>
          {house.name}
        </Link>
      )}
      {booking === undefined && !house && nameIn(main)}
    </span>
  );
}

/** The record's name, if the change set it. */
function nameIn({ changes }: AuditEntry): string | undefined {
  const [before, after] = changes.name ?? changes.name_en ?? changes.fullname ?? [];
  const name = after ?? before;
  return typeof name === "string" ? name : undefined;
}

/** The attributes before and after. */
function Values({ entry, formats }: { readonly entry: AuditEntry; readonly formats: Formats }) {
  const rentals = useRentals();
  const sources = useSources();
  const nameOf = (attribute: string, value: unknown): string | undefined => {
    if (attribute === "rental_id") return rentals.data?.find(({ id }) => id === Number(value))?.name;
    return attribute === "source_id" ? sources.data?.get(Number(value)) : undefined;
  };
  return <ChangeList changes={entry.changes} excluded={silent} {...{ formats, nameOf }} />;
}
