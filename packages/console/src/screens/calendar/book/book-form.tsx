import { Button, Group, SegmentedControl } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { PriceChanged, usePriceCondition } from "../../../components/bookings/price-condition.tsx";
import { useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { DayInput } from "../../../components/day-input.tsx";
import { dayOf, textOf, todayAt } from "../../../components/days.ts";
import { DialogFooter } from "../../../components/dialog-footer.tsx";
import { FormProblems, fieldProblem } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { MoneyInput } from "../../../components/money-input.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { type Guests, type StayRequest, useQuote } from "../../../components/quote.ts";
import { QuoteView } from "../../../components/quote-view.tsx";
import { type Refusal, refusalWords } from "../../../components/quote-words.ts";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../rentals.ts";
import { BlockFields } from "./block-fields.tsx";
import { useBookStay } from "./book-stay.ts";
import { GuestFields } from "./guest-fields.tsx";
import { blockNotes, kinds, type StayDraft, stayIn } from "./stay-draft.ts";

export interface BookDialogProps {
  readonly request: StayRequest;
  readonly rental: CalendarRental;
  /** Chosen before, with the dates. */
  readonly party?: Guests;
  /** The id of a guest who was chosen before. */
  readonly guest?: number | undefined;
  readonly formats: Formats;
  readonly close: () => void;
  /** Changes the nights' prices instead; absent if the person may not. */
  readonly priceNights?: (() => void) | undefined;
}

interface BookFormProps extends BookDialogProps {
  readonly form: UseFormReturnType<StayDraft>;
  readonly cancel: () => void;
}

/** The book dialog's form. A stay that the rules refuse is booked as an override, which is recorded. */
export function BookForm({ form, rental, party, formats, close, cancel, priceNights }: BookFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { release } = useBookingWrites();
  const book = useBookStay();
  const { values: draft, setValues: set } = form;
  const { kind, adults, children, ownPrice } = draft;
  const stay = stayIn(rental.id, draft);
  const quote = useQuote(stay, { adults, children });
  const isBlock = kind === "unavailable";
  const isQuoted = quote.error !== null || (quote.data !== undefined && !quote.isPlaceholderData);
  const rules = isBlock ? [] : overridable(quote.data?.refusals ?? []);
  const shown = ownPrice === "" ? quote.data?.final_price : ownPrice;
  const price = usePriceCondition(isBlock ? null : shown, { ...stay, adults, children, ownPrice });
  const comment =
    rules.length > 0 ? t("book.overridden", { rules: rules.map((one) => refusalWords(one, t)).join(" ") }) : undefined;
  const notes = blockNotes(draft, t);
  const booking = useSubmit({
    mutationFn: () => price.send((condition) => book(rental.id, draft, { price: condition, comment, notes })),
    onSuccess: (made) => {
      close();
      notify({ text: t(`book.done.${kind}`, { reference: made.reference }), undo: () => release(made) });
    },
  });
  const date = (name: "arrival" | "departure", attribute: string) => ({
    required: true,
    label: name === "arrival" ? t("stay.arrival") : t("stay.departure"),
    value: draft[name],
    onDay: (day: string) => set({ [name]: day }),
    error: fieldProblem(booking.error, attribute),
  });
  const excluded = ["start_at", "end_at", "client", "client_id", "final_price", ...price.excluded];
  return (
    <form onSubmit={form.onSubmit(() => booking.submit())}>
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={t("book.what")}
        value={kind}
        onChange={(value) => set({ kind: kinds.find((one) => one === value) ?? "booked" })}
        data={kinds.map((value) => ({ value, label: t(`book.kinds.${value}`) }))}
      />
      <Group grow mb="sm" align="flex-start">
        <DayInput {...date("arrival", "start_at")} data-autofocus={party === undefined || undefined} />
        <DayInput {...date("departure", "end_at")} min={textOf(dayOf(draft.arrival) + 1)} />
      </Group>
      {isBlock ? (
        <BlockFields {...{ draft, set }} />
      ) : (
        <>
          <GuestFields {...{ draft, set }} isFirst={party !== undefined} error={booking.error} />
          <QuoteView quote={quote} formats={formats} nights={stay.departure - stay.arrival} />
          <MoneyInput
            currency={rental.currency}
            mt="sm"
            label={t("book.ownPrice", { currency: rental.currency })}
            placeholder={t("book.ownPriceHint")}
            value={ownPrice}
            error={fieldProblem(booking.error, "final_price")}
            onChange={(value) => set({ ownPrice: String(value) })}
          />
          <PriceChanged change={price.change} currency={quote.data?.currency} formats={formats} />
        </>
      )}
      {stay.arrival < todayAt(rental.timeZone) && <p className="hint">{t("book.inThePast")}</p>}
      <FormProblems error={booking.error} {...{ excluded }} />
      <DialogFooter
        aside={
          priceNights && (
            <Button variant="subtle" onClick={priceNights}>
              {t("nights.open")}
            </Button>
          )
        }
      >
        <Button variant="default" onClick={cancel}>
          {t("book.cancel")}
        </Button>
        <Button
          type="submit"
          {...(rules.length > 0 ? { color: "orange.9" } : {})}
          loading={booking.isPending}
          disabled={!(stay.departure > stay.arrival) || !(isBlock || isQuoted)}
        >
          {rules.length > 0 ? t(`book.anyway.${kind === "hold" ? "hold" : "booked"}`) : t(`book.kinds.${kind}`)}
        </Button>
      </DialogFooter>
    </form>
  );
}

/** The rules that staff may override. Nothing overrides taken nights; a missing rate needs an own price instead. */
const overridable = (refusals: readonly Refusal[]): readonly Refusal[] =>
  refusals.filter(({ kind }) => !["nights_taken", "preparation_days", "arrival_in_the_past"].includes(String(kind)));
