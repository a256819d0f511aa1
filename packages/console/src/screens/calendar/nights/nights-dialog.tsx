import { Alert, Button, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { FormModal } from "../../../components/draft/form-modal.tsx";
import type { Formats } from "../../../components/formats.ts";
import { Pending } from "../../../components/pending.tsx";
import { everyDay, type Marking } from "../../../components/prices/marking.ts";
import { PriceNights } from "../../../components/prices/price-nights.tsx";
import { usePricedNights } from "../../../components/prices/priced-nights.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { Chosen } from "../grid/grid-props.ts";
import { BlockNights } from "./block-nights.tsx";

interface NightsDialogProps {
  readonly chosen: Chosen;
  readonly formats: Formats;
  readonly close: () => void;
  /** Books the nights instead; only for one rental. */
  readonly book: () => void;
}

/** Prices, minimum stays or a block for nights of one or several rentals, undone in one step. */
export function NightsDialog({ chosen, formats, close, book }: NightsDialogProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { rentals, first, last, gap } = chosen;
  const nights = last - first + 1;
  const [only, ...others] = rentals;
  const mayPrice = may("rates_write");
  const mayBook = may("bookings_write");
  const [what, setWhat] = useState<"prices" | "block">(mayPrice ? "prices" : "block");
  return (
    <FormModal
      onClose={close}
      title={others.length > 0 ? t("nights.title", { rentals: rentals.length, nights }) : only?.name}
      size="xl"
    >
      {gap && (
        <Alert color="orange" mb="md" title={t("nights.gap", { nights })}>
          {t("nights.gapHint", { minimum: gap.minimum })}
          {mayBook && (
            <Button mt="xs" size="xs" variant="default" onClick={book}>
              {t("nights.bookGap")}
            </Button>
          )}
        </Alert>
      )}
      {mayPrice && mayBook && (
        <SegmentedControl
          mb="md"
          aria-label={t("book.what")}
          value={what}
          onChange={(value) => setWhat(value === "block" ? "block" : "prices")}
          data={[
            { value: "prices", label: t("nights.prices") },
            { value: "block", label: t("book.kinds.unavailable") },
          ]}
        />
      )}
      {what === "prices" && mayPrice && <Prices {...{ chosen, formats, close }} />}
      {what === "block" && mayBook && <BlockNights {...{ chosen, formats, close }} />}
    </FormModal>
  );
}

function Prices({ chosen, formats, close }: Omit<NightsDialogProps, "book">) {
  const { rentals, first, last, gap } = chosen;
  const [marking, mark] = useState<Marking>({ from: first, to: last, weekdays: everyDay });
  const nights = usePricedNights(rentals.map(({ id }) => id));
  if (!nights.data) return <Pending reads={[nights]} />;
  const minimumStay = gap && last - first + 1;
  return <PriceNights rentals={nights.data} done={close} {...{ marking, mark, formats, minimumStay }} />;
}
