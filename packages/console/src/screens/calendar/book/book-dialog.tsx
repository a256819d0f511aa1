import { Modal } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useLeaveGuard } from "../../../components/draft/use-leave-guard.ts";
import { type FoundGuest, useFoundGuest } from "../../../components/guests/find-guests.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { type BookDialogProps, BookForm } from "./book-form.tsx";
import { emptyStay, hasText, type StayDraft } from "./stay-draft.ts";

/** The dialog stays over the calendar, which keeps its state in the address. */
const isCalendar = ({ pathname }: { readonly pathname: string }): boolean => pathname.endsWith("/calendar");

/** Quotes the marked nights, or says why they are refused; then books, holds or blocks them. */
export function BookDialog(props: BookDialogProps) {
  const guest = useFoundGuest(props.guest);
  return guest.isLoading ? null : <OpenDialog {...props} chosen={guest.data} />;
}

function OpenDialog(props: BookDialogProps & { readonly chosen: FoundGuest | undefined }) {
  const { t } = useI18n();
  const queries = useQueryClient();
  const { rental, request, party, chosen } = props;
  const form = useForm<StayDraft>({ initialValues: { ...emptyStay(request, party), guest: chosen } });
  const isTyped = hasText(form.values);
  useLeaveGuard(isTyped, isCalendar);
  const close = () => {
    // The running write shows its outcome here.
    if (queries.isMutating() > 0) return;
    if (!isTyped || confirm(t("draft.close"))) props.close();
  };
  return (
    <Modal opened onClose={close} closeButtonProps={{ "aria-label": t("book.cancel") }} title={rental.name} size="lg">
      <BookForm {...props} form={form} cancel={close} />
    </Modal>
  );
}
