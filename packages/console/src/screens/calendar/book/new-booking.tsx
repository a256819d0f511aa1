import { Modal, NumberInput } from "@mantine/core";
import { useState } from "react";
import { DayInput } from "../../../components/day-input.tsx";
import { dayOf, textOf } from "../../../components/days.ts";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import type { StayRequest } from "../../../components/quote.ts";
import { refusalWords } from "../../../components/quote-words.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../rentals.ts";
import { type Offer, useOffers } from "../tools/offers.ts";
import { datesOf } from "../tools/shown-rentals.ts";
import styles from "./book.module.css";

/** The stay and its guests, as the list's filters name them. */
export interface ChosenStay {
  readonly request: StayRequest;
  readonly party: { readonly adults: number; readonly children: number };
}

interface NewBookingProps {
  readonly rentals: readonly CalendarRental[];
  readonly today: number;
  readonly formats: Formats;
  readonly choose: (stay: ChosenStay) => void;
  readonly close: () => void;
}

const weekNights = 7;

/** Finds the rentals that are free between two days, with their prices. */
export function NewBooking({ rentals, today, formats, choose, close }: NewBookingProps) {
  const { t } = useI18n();
  const [from, setFrom] = useState(textOf(today));
  const [until, setUntil] = useState(textOf(today + weekNights));
  const [party, setParty] = useState({ adults: 2, children: 0 });
  const dates = datesOf(from, until);
  const offers = useOffers(rentals, dates, party);
  const free = rentals.flatMap((rental) => {
    const offer = offers.data?.get(rental.id);
    return offer?.isFree ? [{ rental, offer }] : [];
  });
  const byPrice = free.toSorted((one, other) => rank(one.offer) - rank(other.offer));
  return (
    <Modal
      opened
      onClose={close}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
      title={t("book.newBooking")}
      size="lg"
    >
      <div className={styles.stay}>
        <DayInput
          data-autofocus
          label={t("stay.arrival")}
          value={from}
          onDay={(day) => {
            setFrom(day);
            // The departure follows, so that a week stays a week.
            if (dates) setUntil(textOf(dayOf(day) + dates.departure - dates.arrival));
          }}
        />
        <DayInput label={t("stay.departure")} value={until} min={textOf(dayOf(from) + 1)} onDay={setUntil} />
        <NumberInput
          allowDecimal={false}
          allowNegative={false}
          label={t("book.adults")}
          min={1}
          value={party.adults}
          onChange={(value) => setParty({ ...party, adults: Math.max(1, Number(value)) })}
        />
        <NumberInput
          allowDecimal={false}
          allowNegative={false}
          label={t("book.children")}
          min={0}
          value={party.children}
          onChange={(value) => setParty({ ...party, children: Math.max(0, Number(value)) })}
        />
      </div>
      {dates && !offers.data && <Pending reads={[offers]} />}
      {offers.data && byPrice.length === 0 && <p className="hint">{t("book.noneFree")}</p>}
      <ul className={styles.offers}>
        {dates &&
          byPrice.map(({ rental, offer }) => (
            <li key={rental.id}>
              <button type="button" onClick={() => choose({ request: { rental: rental.id, ...dates }, party })}>
                <span>{rental.name}</span>
                <b>{offer.price === null ? t("calendar.noPrice") : formats.money(offer.price, offer.currency)}</b>
                {offer.refusals.length > 0 && (
                  <small>{offer.refusals.map((refusal) => refusalWords(refusal, t)).join(" ")}</small>
                )}
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  );
}

/** Bookable stays by price, then those that the rules refuse. */
const rank = ({ price, refusals }: Offer): number => (refusals.length > 0 ? 1e12 : 0) + Number(price ?? 1e11);
