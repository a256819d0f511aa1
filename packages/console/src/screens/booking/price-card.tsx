import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord, TaxRecord } from "../../components/bookings/booking-record.ts";
import { dayOf } from "../../components/days.ts";
import type { Formats } from "../../components/formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { billOf } from "./bill.ts";
import { ByHand } from "./by-hand.tsx";
import { shownDiscount } from "./discount.ts";
import { EditableCard } from "./edit/editable-card.tsx";
import { PriceForm } from "./edit/price-form.tsx";
import { FeeForm } from "./fee-form.tsx";
import lines from "./lines.module.css";
import { PriceLine } from "./price-line.tsx";
import { RemoveFee } from "./remove-fee.tsx";
import { RentalSteps } from "./rental-steps.tsx";
import { isChangeable } from "./stay-actions.tsx";

interface PriceCardProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

/** Every line of the price with its origin. Manual changes are marked (bookings.md, Money). */
export function PriceCard({ booking, formats }: PriceCardProps) {
  const { t, language } = useI18n();
  const { may } = useSession();
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<number>();
  const { currency, final_price } = booking;
  if (!currency || booking.unavailable || final_price === undefined) return null;
  const bill = billOf(booking);
  const canChange = may("bookings_write") && isChangeable(booking);
  const removedLine = bill.fees.find(({ fee }) => fee.id === removed);
  const money = (hundredths: number) => formats.money(hundredths / 100, currency);
  const named = (name: Readonly<Record<string, string | null>>) =>
    name[language] ?? name.en ?? Object.values(name).find(Boolean);
  const taxed = ({ links: { taxable } }: TaxRecord) =>
    taxable.type === "Rental"
      ? t("calendar.rental")
      : named(bill.fees.find(({ fee }) => fee.links.fee === taxable.id)?.fee.name ?? {});
  return (
    <EditableCard
      title={t("stay.price")}
      canEdit={canChange}
      form={(close) => <PriceForm {...{ booking, currency, formats, close }} />}
    >
      {final_price === null && <p className="hint">{t("booking.noPrice")}</p>}
      <table className={lines.lines}>
        <tbody>
          {bill.rental !== null && (
            <PriceLine
              name={t("booking.rentalPrice", { nights: dayOf(booking.end_at) - dayOf(booking.start_at) })}
              amount={money(bill.rental)}
            >
              <RentalSteps {...{ booking, currency, formats }} />
              <ByHand {...{ booking, formats }} attribute="initial_price" />
            </PriceLine>
          )}
          {bill.discount !== 0 && (
            <PriceLine
              name={t("booking.discount", { discount: shownDiscount(booking.discount ?? "", currency, formats) })}
              amount={money(bill.discount)}
            >
              {booking.links.discount_code_usage && <small>{t("booking.byCode")}</small>}
              <ByHand {...{ booking, formats }} attribute="discount" />
            </PriceLine>
          )}
          {bill.fees.map(({ fee, amount }) => (
            <PriceLine
              key={`fee ${fee.id}`}
              name={named(fee.name) ?? ""}
              amount={money(amount)}
              isApart={!fee.included_in_price}
              {...(canChange ? { remove: () => setRemoved(fee.id) } : {})}
            >
              <small>
                {fee.times_booked !== 1 && `${fee.times_booked} × ${formats.money(fee.price ?? 0, currency)} · `}
                {fee.required ? t("booking.requiredFee") : t("booking.chosenFee")}
                {fee.links.rentals_fee === null && ` · ${t("booking.ownFee")}`}
                {!fee.included_in_price && ` · ${t("booking.apart")}`}
              </small>
            </PriceLine>
          ))}
          {bill.taxes.map((tax) => (
            <PriceLine
              key={`tax ${tax.id}`}
              name={named(tax.name) ?? ""}
              amount={formats.money(tax.amount, currency)}
              isApart={tax.tax_included_in_price}
            >
              <small>
                {Number(tax.percentage) > 0
                  ? t("booking.percentTaxOn", { percentage: formats.percent(tax.percentage), what: taxed(tax) ?? "" })
                  : t("booking.taxOn", { what: taxed(tax) ?? "" })}
                {tax.tax_included_in_price && ` · ${t("book.included")}`}
              </small>
            </PriceLine>
          ))}
          {bill.byHand !== 0 && (
            <PriceLine name={t("booking.byHand")} amount={money(bill.byHand)}>
              <small>{t("booking.byHandWhy", { sum: money(bill.sum) })}</small>
              <ByHand {...{ booking, formats }} attribute="final_price" />
            </PriceLine>
          )}
        </tbody>
        {final_price !== null && (
          <tfoot>
            <tr>
              <th scope="row">{t("booking.total")}</th>
              <td>{formats.money(final_price, currency)}</td>
              <td />
            </tr>
          </tfoot>
        )}
      </table>
      {canChange && (
        <Button mt="sm" variant="default" onClick={() => setAdding(true)}>
          {t("booking.addFee")}
        </Button>
      )}
      {isAdding && <FeeForm {...{ booking, currency, formats }} close={() => setAdding(false)} />}
      {removedLine && (
        <RemoveFee
          {...{ booking, currency, formats }}
          line={removedLine}
          name={named(removedLine.fee.name) ?? ""}
          isByHand={bill.byHand !== 0}
          close={() => setRemoved(undefined)}
        />
      )}
    </EditableCard>
  );
}
