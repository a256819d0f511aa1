import { Modal } from "@mantine/core";
import type { Formats } from "../../../components/formats.ts";
import type { StayRequest } from "../../../components/quote.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import type { CalendarRental } from "../rentals.ts";
import { BookForm } from "./book-form.tsx";

export interface BookDialogProps {
  readonly request: StayRequest;
  readonly rental: CalendarRental;
  readonly party?: { readonly adults: number; readonly children: number };
  readonly formats: Formats;
  readonly close: () => void;
  /** Changes the nights' prices instead; absent if the person may not. */
  readonly priceNights?: (() => void) | undefined;
}

/** Quotes the marked nights, or says why they are refused; then books, holds or blocks them. */
export function BookDialog(props: BookDialogProps) {
  const { t } = useI18n();
  const { rental, close } = props;
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={rental.name} size="lg">
      <BookForm {...props} />
    </Modal>
  );
}
