import { Badge, Button } from "@mantine/core";
import { BadgePercent } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";
import { dayOf, todayAt } from "../../../components/days.ts";
import { EmptyState } from "../../../components/empty-state.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { Pending } from "../../../components/pending.tsx";
import type { PricedRental } from "../../../components/prices/rate-map.ts";
import { RecordList, RecordRow } from "../../../components/records/record-row.tsx";
import { textIn } from "../../../components/text-in.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import { type Offer, useOffers, useOfferWriting } from "./offers.ts";

interface OffersViewProps {
  readonly rental: PricedRental;
  readonly formats: Formats;
}

/** A rental's special offers. They belong to the rental alone, also where it shares its rates table (pricing.md §3). */
export function OffersView({ rental, formats }: OffersViewProps) {
  const { language, t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const { remove } = useOfferWriting(rental.id);
  const offers = useOffers(rental.id);
  const locales = useLocales();
  const [edited, setEdited] = useState<Offer | "new">();
  const [removed, setRemoved] = useState<Offer>();
  if (!offers.data || !locales.data) return <Pending reads={[offers, locales]} />;
  const mayWrite = may("rates_write");
  const add = mayWrite && <Button onClick={() => setEdited("new")}>{t("offers.add")}</Button>;
  const nameOf = ({ name }: Offer) => textIn(name, language);
  const dateOf = (date: string) => formats.date(dayOf(date));
  return (
    <section>
      <p className="hint">{t("offers.about")}</p>
      {offers.data.length === 0 ? <EmptyState icon={BadgePercent} text={t("offers.none")} action={add} /> : add}
      <RecordList label={t("rates.views.offers")}>
        {offers.data.map((offer) => (
          <RecordRow
            key={offer.id}
            name={nameOf(offer)}
            edit={mayWrite ? () => setEdited(offer) : undefined}
            remove={mayWrite ? () => setRemoved(offer) : undefined}
          >
            <p>
              {t("offers.row", {
                discount: formats.percent(offer.discount),
                first: dateOf(offer.start_date),
                last: dateOf(offer.end_date),
              })}{" "}
              {dayOf(offer.end_date) < todayAt(rental.timeZone) && (
                <Badge variant="light" color="gray">
                  {t("offers.past")}
                </Badge>
              )}
            </p>
          </RecordRow>
        ))}
      </RecordList>
      {edited && (
        <OfferDialog
          rental={rental.id}
          id={edited === "new" ? undefined : edited.id}
          locales={locales.data}
          close={() => setEdited(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={t("offers.removeTitle", { name: nameOf(removed) })}
          confirmLabel={t("offers.removeNow")}
          act={() => remove(removed)}
          done={() => notify({ text: t("offers.removed", { name: nameOf(removed) }) })}
          close={() => setRemoved(undefined)}
        >
          <p>{t("offers.removing")}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
