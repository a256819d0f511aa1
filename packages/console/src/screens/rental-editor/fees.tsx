import { Button } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { dayOf } from "../../components/days.ts";
import type { Notice } from "../../components/notices.tsx";
import { textIn } from "../../components/text-in.ts";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { EditFee } from "./edit-fee.tsx";
import type { EditedRental } from "./edited-rental.ts";
import { FeeDialog } from "./fee-dialog.tsx";
import { feeAttributes, feeDraftOf, type RentalsFee, statusOf } from "./fee-draft.ts";
import { useFees, useRentalsFees, useRentalsSeasons } from "./fee-reads.ts";
import { TermRow } from "./term-row.tsx";
import { TermSection } from "./term-section.tsx";
import { useTermWriting } from "./term-writing.ts";
import terms from "./terms.module.css";

/** A rental's fees (service.md, Rentals fee). */
export function Fees({ rental }: { readonly rental: EditedRental }) {
  const { language, t } = useI18n();
  const { client, may } = useSession();
  const formats = useFormats();
  const fees = useRentalsFees(rental.id);
  const all = useFees();
  const seasons = useRentalsSeasons(rental.links.rates_table);
  const write = useTermWriting("rentals_fees", "fees");
  const [open, setOpen] = useState<RentalsFee | "new">();

  const remove = async (fee: RentalsFee): Promise<Notice> => {
    const params = { path: { rentals_fee_id: fee.id } };
    await write(() => client.DELETE("/rentals_fees/{rentals_fee_id}", { params }));
    const body = { rentals_fees: [{ ...feeAttributes(feeDraftOf(fee, "")), fee_id: fee.links.fee }] };
    return {
      text: t("rentalTerms.fees.removed", { name: textIn(fee.name, language) }),
      async undo() {
        const params = { path: { rental_id: rental.id } };
        await write(() => client.POST("/rentals/{rental_id}/rentals_fees", { params, body }));
      },
    };
  };
  const priceOf = (fee: RentalsFee): string => {
    const currency = all.data?.find(({ id }) => id === fee.links.fee)?.currency ?? rental.currency;
    const isShare = fee.rate_kind.includes("percentage");
    const amount = isShare ? formats.percent(fee.rate) : formats.money(fee.rate, currency);
    return `${amount} ${t(`rentalTerms.fees.rateKinds.${fee.rate_kind}`)}`;
  };
  const whenOf = (fee: RentalsFee): string => {
    if (fee.always_applied) return t("rules.always");
    if (fee.start_date !== null && fee.end_date !== null)
      return t("rules.between", {
        first: formats.date(dayOf(fee.start_date)),
        last: formats.date(dayOf(fee.end_date)),
      });
    const named = (seasons.data ?? []).filter(({ id }) => fee.links.seasons.includes(id));
    return t("rules.inSeasons", { seasons: named.map(({ name }) => textIn(name, language)).join(", ") });
  };
  return (
    <TermSection
      id="fees"
      title={t("rentalTerms.fees.title")}
      hint={t("rentalTerms.fees.hint")}
      reads={[fees, all, seasons]}
    >
      {fees.data?.length === 0 && <p>{t("rentalTerms.fees.none")}</p>}
      <ul className={terms.terms}>
        {fees.data?.map((fee) => (
          <TermRow
            key={fee.id}
            name={textIn(fee.name, language)}
            change={() => setOpen(fee)}
            remove={() => remove(fee)}
          >
            <p>{priceOf(fee)}</p>
            <p className="hint">
              {[
                t(`rentalTerms.fees.statuses.${statusOf(fee)}`),
                whenOf(fee),
                fee.maximum_bookable !== null && t("rentalTerms.fees.atMost", { count: fee.maximum_bookable }),
                fee.maximum_nights !== null && t("rentalTerms.fees.upToNights", { count: fee.maximum_nights }),
              ]
                .filter(Boolean)
                .join(" ")}
            </p>
          </TermRow>
        ))}
      </ul>
      {(may("rates_write") || all.data?.length !== 0) && (
        <Button variant="default" onClick={() => setOpen("new")}>
          {t("rentalTerms.fees.add")}
        </Button>
      )}
      {open === "new" && (
        <FeeDialog
          rental={rental}
          fees={all.data ?? []}
          seasons={seasons.data ?? []}
          close={() => setOpen(undefined)}
        />
      )}
      {open && open !== "new" && <EditFee fee={open} seasons={seasons.data ?? []} close={() => setOpen(undefined)} />}
    </TermSection>
  );
}
