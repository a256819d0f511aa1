import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useQuote } from "../../components/quote.ts";
import { stepWords } from "../../components/quote-words.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { hundredths } from "./bill.ts";

interface RentalStepsProps {
  readonly booking: BookingRecord;
  readonly currency: string;
  readonly formats: Formats;
}

/** The steps from today's rates to the rental price, and whether that is the agreed price. */
export function RentalSteps({ booking, currency, formats }: RentalStepsProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const stay = { rental: booking.links.rental, arrival: dayOf(booking.start_at), departure: dayOf(booking.end_at) };
  const guests = { adults: booking.adults || 1, children: booking.children ?? 0 };
  const { data } = useQuote(may("rates_read") ? stay : { ...stay, departure: stay.arrival }, guests);
  const steps = data?.price_details?.rental;
  if (!data || !steps || data.initial_price == null) return null;
  const isAgreed =
    data.currency === currency && hundredths(String(data.initial_price)) === hundredths(booking.initial_price);
  return (
    <details>
      <summary>
        {isAgreed
          ? t("booking.asRates")
          : t("booking.otherThanRates", { price: formats.money(data.initial_price, data.currency) })}
      </summary>
      <ul>
        {steps.map(({ step, id, nights, amount }) => (
          <li key={`${step} ${id}`}>
            <span>{stepWords(step, nights, t)}</span> <span>{formats.money(amount, data.currency)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
