import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useSession } from "../../app/session.tsx";
import { BookingLink } from "../../components/bookings/panel/booking-link.tsx";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import type { RuleAction } from "../booking/planned/actions.ts";
import { PlannedActions } from "../booking/planned/planned-actions.tsx";
import classes from "./inquiries.module.css";
import { daysOf, type Inquiry, isBooked } from "./listed-inquiries.ts";

interface InquiryItemProps {
  readonly inquiry: Inquiry;
  readonly rental: string;
  /** The actions of rules that are planned, or did nothing. */
  readonly planned: readonly RuleAction[];
  readonly formats: Formats;
  readonly edit: () => void;
  readonly book: () => void;
}

/** An inquiry with its next steps: the answer in the inbox, the booking, or the missing days. */
export function InquiryItem({ inquiry, rental, planned, formats, edit, book }: InquiryItemProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { firstname, lastname, email, phone, message, adults, children, created_at, links, booking } = inquiry;
  const name = `${firstname} ${lastname}`;
  const days = daysOf(inquiry);
  const guests = [
    adults !== null && t("inquiries.adults", { count: adults }),
    Boolean(children) && t("inquiries.children", { count: Number(children) }),
  ];
  const stay = days && `${formats.date(dayOf(days.arrival))} – ${formats.date(dayOf(days.departure))}`;
  return (
    <li className={classes.inquiry}>
      <div>
        <h2>{name}</h2>
        <p>{[rental, stay ?? t("inquiries.noDays"), ...guests].filter(Boolean).join(" · ")}</p>
        {message && <p className={classes.message}>{message}</p>}
        <p className={classes.soft}>
          {[email, phone, t("inquiries.received", { moment: formats.moment(created_at) })].filter(Boolean).join(" · ")}
        </p>
        {planned.length > 0 && <PlannedActions actions={planned} formats={formats} />}
        {booking && (
          <p>
            <BookingLink id={booking.id}>
              {isBooked(inquiry)
                ? t("inquiries.became", { reference: booking.reference ?? String(booking.id) })
                : t("inquiries.canceled", { reference: booking.reference ?? String(booking.id) })}
            </BookingLink>
          </p>
        )}
      </div>
      <div className={classes.steps}>
        {links.conversation !== null && (
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => (
              <Link {...props} to="/inbox" search={{ conversation: Number(links.conversation) }} />
            )}
          >
            {t("inquiries.answer")}
          </Button>
        )}
        {may("inquiries_write") && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t("records.of", { action: t("records.edit"), name })}
            onClick={edit}
          >
            {t("records.edit")}
          </Button>
        )}
        {days && !isBooked(inquiry) && may("bookings_write") && (
          <Button size="compact-sm" aria-label={t("inquiries.bookOf", { name })} onClick={book}>
            {t("inquiries.book")}
          </Button>
        )}
      </div>
    </li>
  );
}
