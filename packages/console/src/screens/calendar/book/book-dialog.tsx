import { Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useLeaveGuard } from "../../../components/draft/use-leave-guard.ts";
import type { Formats } from "../../../components/formats.ts";
import { type FoundGuest, useFoundGuest } from "../../../components/guests/find-guests.ts";
import type { Guests, StayRequest } from "../../../components/quote.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../rentals.ts";
import { BookForm } from "./book-form.tsx";
import { emptyStay, hasText, type StayDraft } from "./stay-draft.ts";

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

/** The dialog stays over the calendar, which keeps its state in the address. */
const isCalendar = ({ pathname }: { readonly pathname: string }): boolean => pathname.endsWith("/calendar");

/** Quotes the marked nights, or says why they are refused; then books, holds or blocks them. */
export function BookDialog(props: BookDialogProps) {
  const guest = useFoundGuest(props.guest);
  return guest.isLoading ? null : <OpenDialog {...props} chosen={guest.data} />;
}

function OpenDialog(props: BookDialogProps & { readonly chosen: FoundGuest | undefined }) {
  const { t } = useI18n();
  const { rental, request, party, chosen } = props;
  const form = useForm<StayDraft>({ initialValues: { ...emptyStay(request, party), guest: chosen } });
  const isTyped = hasText(form.values);
  useLeaveGuard(isTyped, isCalendar);
  const close = () => {
    if (!isTyped || confirm(t("draft.leave"))) props.close();
  };
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={rental.name} size="lg">
      <BookForm {...props} form={form} cancel={close} />
    </Modal>
  );
}
