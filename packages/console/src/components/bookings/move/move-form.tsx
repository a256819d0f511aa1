import { Button } from "@mantine/core";
import { useI18n } from "../../../i18n/i18n.ts";
import { ConflictView } from "../../conflict/conflict-view.tsx";
import { dayOf } from "../../days.ts";
import { DialogFooter } from "../../dialog-footer.tsx";
import { FormProblems } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import type { BookingRecord } from "../booking-record.ts";
import { PriceChanged } from "../price-condition.tsx";
import { MoveCompared } from "./move-compared.tsx";
import type { MoveDraft } from "./move-draft.ts";
import { MoveFields } from "./move-fields.tsx";
import { isChange, isMove, type MoveRental, type MoveTo } from "./move-target.ts";
import { PriceChoice } from "./price-choice.tsx";
import { useMoveForm } from "./use-move-form.ts";

interface MoveFormProps {
  readonly shown: BookingRecord;
  readonly to: MoveTo | undefined;
  readonly isExtension: boolean;
  readonly rentals: readonly MoveRental[];
  readonly formats: Formats;
  readonly close: () => void;
}

/** Changes a stay's dates, rental or party. Shows the outcome and the prices before anything changes (bookings.md). */
export function MoveForm({ isExtension, formats, ...props }: MoveFormProps) {
  const { t } = useI18n();
  const { rentals, to, close } = props;
  const moving = useMoveForm(props);
  const { form, change, previews, found, hasPrice, isTrying, price } = moving;
  const { draft, setDraft } = form;
  const names: Readonly<Record<keyof MoveDraft, string>> = {
    ...{ rental: t("calendar.rental"), start_at: t("stay.arrival"), end_at: t("stay.departure") },
    ...{ adults: t("book.adults"), children: t("book.children") },
  };
  const textOf = (values: MoveDraft, name: keyof MoveDraft): string => {
    if (name === "rental") return rentals.find(({ id }) => id === values.rental)?.name ?? "";
    return name === "adults" || name === "children" ? String(values[name] ?? "") : formats.date(dayOf(values[name]));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <MoveFields
        {...{ draft, rentals }}
        set={(part) => setDraft((before) => ({ ...before, ...part }))}
        first={to ? undefined : isExtension ? "end_at" : "start_at"}
        hasGuests={change.stay.state !== "unavailable"}
      />
      <MoveCompared to={change} {...{ found, isTrying, rentals, formats }} />
      {found && hasPrice && previews.repriced && (
        <PriceChoice
          {...{ ...previews, formats, own: moving.own, setOwn: moving.setOwn }}
          chosen={moving.name}
          choose={moving.setChosen}
        />
      )}
      <PriceChanged change={price.change} currency={found?.booking.currency} formats={formats} />
      <ConflictView {...form} title={t("conflict.booking")} nameOf={(name) => names[name]} textOf={textOf} />
      <FormProblems error={moving.error} excluded={price.excluded} />
      <DialogFooter>
        <Button variant="default" onClick={close}>
          {t("edit.cancel")}
        </Button>
        <Button
          type="submit"
          {...(to ? { "data-autofocus": true } : {})}
          loading={form.isPending}
          disabled={!moving.isReady}
        >
          {isMove(change) || !isChange(change) ? t(isExtension ? "stay.extend" : "stay.moveNow") : t("stay.save")}
        </Button>
      </DialogFooter>
    </form>
  );
}
