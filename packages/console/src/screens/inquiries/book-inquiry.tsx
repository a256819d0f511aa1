import { Button, Modal, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { useAttemptKeys } from "../../components/attempt-keys.ts";
import { useOpenBooking } from "../../components/bookings/panel/booking-link.tsx";
import { PriceChanged, usePriceCondition } from "../../components/bookings/price-condition.tsx";
import { dayOf } from "../../components/days.ts";
import { DialogFooter } from "../../components/dialog-footer.tsx";
import { FormProblems } from "../../components/form-problems.tsx";
import type { Formats } from "../../components/formats.ts";
import { useNotices } from "../../components/notices.tsx";
import { useQuote } from "../../components/quote.ts";
import { QuoteView } from "../../components/quote-view.tsx";
import { useSubmit } from "../../components/use-submit.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { useInvalidateInquiries } from "./inquiry-writing.ts";
import type { Inquiry } from "./listed-inquiries.ts";

interface BookInquiryProps {
  readonly inquiry: Inquiry;
  /** The stay's days such as `2027-07-01`. */
  readonly days: { readonly arrival: string; readonly departure: string };
  readonly formats: Formats;
  readonly close: () => void;
}

/** The duration of a hold. */
const holdMs = 86_400_000;

/** Books or holds an inquiry's stay for its guest, at the price shown. */
export function BookInquiry({ inquiry, days, formats, close }: BookInquiryProps) {
  const { t } = useI18n();
  const { client } = useSession();
  const { notify } = useNotices();
  const openBooking = useOpenBooking();
  const invalidate = useInvalidateInquiries();
  const [kind, setKind] = useState<"booked" | "hold">("booked");
  // The same for each attempt, so that a retry books once. Another price is another request.
  const [expires] = useState(() => new Date(Date.now() + holdMs).toISOString());
  const keyOf = useAttemptKeys();
  const stay = { rental: inquiry.links.rental, arrival: dayOf(days.arrival), departure: dayOf(days.departure) };
  const guests = { adults: inquiry.adults ?? 1, children: inquiry.children ?? 0 };
  const quote = useQuote(stay, guests);
  const price = usePriceCondition(quote.data?.final_price, { ...stay, ...guests });
  const booking = useSubmit({
    mutationFn: () =>
      price.send(async (condition) => {
        const state = kind === "booked" ? { booked: true } : { tentative_expires_at: expires };
        const body = { bookings: [{ ...state, ...condition }] };
        const { data } = await client.POST("/inquiries/{id}/book", {
          params: { path: { id: inquiry.id } },
          ...{ body, idempotencyKey: keyOf(body) },
        });
        await invalidate();
        const [made] = data.bookings;
        if (!made) throw new TypeError("The response contains no booking.");
        return made;
      }),
    onSuccess: (made) => {
      close();
      notify({ text: t(`book.done.${kind}`, { reference: made.reference }) });
      openBooking(made.id);
    },
  });
  return (
    <Modal
      opened
      onClose={close}
      title={t("inquiries.bookOf", { name: `${inquiry.firstname} ${inquiry.lastname}` })}
      closeButtonProps={{ "aria-label": t("book.cancel") }}
    >
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
          onChange={(value) => setKind(value === "hold" ? "hold" : "booked")}
          data={(["booked", "hold"] as const).map((value) => ({ value, label: t(`book.kinds.${value}`) }))}
        />
        <p className="hint">
          {formats.date(stay.arrival)} – {formats.date(stay.departure)}
        </p>
        <QuoteView {...{ quote, formats }} nights={stay.departure - stay.arrival} />
        <PriceChanged change={price.change} currency={quote.data?.currency} formats={formats} />
        <FormProblems error={booking.error} excluded={price.excluded} />
        <DialogFooter>
          <Button variant="default" onClick={close}>
            {t("book.cancel")}
          </Button>
          <Button type="submit" loading={booking.isPending} disabled={!quote.data}>
            {t(`book.kinds.${kind}`)}
          </Button>
        </DialogFooter>
      </form>
    </Modal>
  );
}
