import { Button, Group, Modal, NumberInput, SegmentedControl, TextInput } from "@mantine/core";
import { useState } from "react";
import { PriceChanged, usePriceCondition } from "../../components/bookings/price-condition.tsx";
import { useBookingWrites } from "../../components/bookings/write-booking.ts";
import { dayOf, textOf, todayHere } from "../../components/days.ts";
import { FormProblems, fieldProblem } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { type StayRequest, useQuote } from "../../components/quote.ts";
import { QuoteView } from "../../components/quote-view.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type NewStay, useBookStay } from "./book-stay.ts";
import type { CalendarRental } from "./rentals.ts";

interface BookDialogProps {
  readonly request: StayRequest;
  readonly rental: CalendarRental | undefined;
  readonly formats: Formats;
  readonly close: () => void;
}

const kinds = ["booked", "hold", "unavailable"] as const;

/** Quotes the marked nights, or says why they are refused; then books, holds or blocks them. */
export function BookDialog({ request, rental, formats, close }: BookDialogProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const [arrival, setArrival] = useState(textOf(request.arrival));
  const [departure, setDeparture] = useState(textOf(request.departure));
  const [adults, setAdults] = useState(2);
  const [children, setChildren] = useState(0);
  const [guest, setGuest] = useState("");
  const [kind, setKind] = useState<NewStay["kind"]>("booked");
  const stay = { rental: request.rental, arrival: dayOf(arrival), departure: dayOf(departure) };
  const quote = useQuote(stay, { adults, children });
  const book = useBookStay();
  const { release } = useBookingWrites();
  const isBlock = kind === "unavailable";
  const isQuoted = quote.error !== null || (quote.data !== undefined && !quote.isPlaceholderData);
  const price = usePriceCondition(isBlock ? null : quote.data?.final_price, { ...stay, adults, children });
  const booking = useSubmit({
    mutationFn: () => price.send((condition) => book({ ...stay, adults, children, guest, kind }, condition)),
    onSuccess: (made) => {
      close();
      notify({ text: t(`book.done.${kind}`, { reference: made.reference }), undo: () => release(made) });
    },
  });
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={rental?.name} size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          booking.submit();
        }}
      >
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label={t("book.what")}
          value={kind}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? "booked")}
          data={kinds.map((value) => ({ value, label: t(`book.kinds.${value}`) }))}
        />
        <Group grow mb="sm" align="flex-start">
          <TextInput
            type="date"
            required
            data-autofocus
            label={t("stay.arrival")}
            value={arrival}
            error={fieldProblem(booking.error, "start_at")}
            onChange={({ currentTarget }) => setArrival(currentTarget.value)}
          />
          <TextInput
            type="date"
            required
            label={t("stay.departure")}
            value={departure}
            min={arrival}
            error={fieldProblem(booking.error, "end_at")}
            onChange={({ currentTarget }) => setDeparture(currentTarget.value)}
          />
        </Group>
        {!isBlock && (
          <Group grow mb="sm" align="flex-start">
            <TextInput
              label={t("stay.guest")}
              placeholder={t("book.guestLater")}
              value={guest}
              error={fieldProblem(booking.error, "fullname")}
              onChange={({ currentTarget }) => setGuest(currentTarget.value)}
            />
            <NumberInput
              label={t("book.adults")}
              min={1}
              value={adults}
              onChange={(value) => setAdults(Math.max(1, Number(value)))}
            />
            <NumberInput
              label={t("book.children")}
              min={0}
              value={children}
              onChange={(value) => setChildren(Math.max(0, Number(value)))}
            />
          </Group>
        )}
        {!isBlock && <QuoteView quote={quote} formats={formats} nights={stay.departure - stay.arrival} />}
        {stay.arrival < todayHere() && <p className="hint">{t("book.inThePast")}</p>}
        {!isBlock && <PriceChanged change={price.change} currency={quote.data?.currency} formats={formats} />}
        <FormProblems error={booking.error} excluded={["start_at", "end_at", "fullname", ...price.excluded]} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button
            type="submit"
            loading={booking.isPending}
            disabled={!(stay.departure > stay.arrival) || !(isBlock || isQuoted)}
          >
            {t(`book.kinds.${kind}`)}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
