import { Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useAttemptKeys } from "../../../components/attempt-keys.ts";
import { type BookingRecord, useReadBooking } from "../../../components/bookings/booking-record.ts";
import { type BookingChanges, useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { ConflictView } from "../../../components/conflict/conflict-view.tsx";
import { useConditionalForm } from "../../../components/conflict/use-conditional-form.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useSources } from "../../../components/sources.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { EditForm } from "./edit-form.tsx";

interface DetailsFormProps {
  readonly booking: BookingRecord;
  readonly close: () => void;
}

const texts = ["expected_checkin_time", "expected_checkout_time", "external_reference", "notes"] as const;
type TextName = (typeof texts)[number];
type Draft = Readonly<Record<TextName | "source_id", string>>;

const draftOf = (booking: BookingRecord): Draft => ({
  expected_checkin_time: booking.expected_checkin_time ?? "",
  expected_checkout_time: booking.expected_checkout_time ?? "",
  external_reference: booking.external_reference ?? "",
  notes: booking.notes ?? "",
  source_id: String(booking.links.source ?? ""),
});

/** Only the person's changes: another person may have changed the rest. */
function changesOf(seen: Draft, draft: Draft): BookingChanges {
  const changed = texts.filter((name) => draft[name] !== seen[name]);
  const source = draft.source_id === seen.source_id ? {} : { source_id: Number(draft.source_id) || null };
  return { ...source, ...Object.fromEntries(changed.map((name) => [name, draft[name].trim() || null])) };
}

/** Edits the stay's hours, channel and notes. */
export function DetailsForm({ booking: shown, close }: DetailsFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { change } = useBookingWrites();
  const sources = useSources();
  const keyOf = useAttemptKeys();
  const form = useConditionalForm<BookingRecord, Draft>({
    keptAs: `booking.${shown.id}.details`,
    ...{ shown, draftOf, read: useReadBooking(shown.id) },
    write: (booking, written) => {
      const changes = changesOf(draftOf(booking), written);
      return change(booking, changes, { idempotencyKey: keyOf(changes) });
    },
    done: () => {
      close();
      notify({ text: t("edit.saved", { reference: shown.reference ?? "" }) });
    },
  });
  const { seen, draft, setDraft, error, isPending } = form;
  const cancel = () => {
    form.discard();
    close();
  };
  const submit = () => {
    if (Object.keys(changesOf(draftOf(seen), draft)).length === 0) close();
    else form.submit();
  };
  const names: Readonly<Record<keyof Draft, string>> = {
    expected_checkin_time: t("booking.arrivesAt"),
    expected_checkout_time: t("booking.leavesAt"),
    external_reference: t("edit.externalReference"),
    notes: t("stay.notes"),
    source_id: t("stay.channel"),
  };
  const field = (name: keyof Draft) => ({
    label: names[name],
    value: draft[name],
    error: fieldProblem(error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const channels = [...(sources.data ?? [])].map(([id, name]) => ({ value: String(id), label: name }));
  return (
    <EditForm label={t("edit.details")} {...{ submit, cancel, isPending, error }} fields={[...texts, "source_id"]}>
      <Group grow align="flex-start">
        <TextInput {...field("expected_checkin_time")} placeholder={t("edit.clock")} />
        <TextInput {...field("expected_checkout_time")} placeholder={t("edit.clock")} />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect {...field("source_id")} data={[{ value: "", label: t("edit.noChannel") }, ...channels]} />
        <TextInput {...field("external_reference")} />
      </Group>
      <Textarea rows={4} maxLength={6000} {...field("notes")} />
      <ConflictView
        {...form}
        title={t("conflict.booking")}
        nameOf={(name) => names[name]}
        textOf={(values, name) =>
          name === "source_id" ? (sources.data?.get(Number(values[name])) ?? "") : values[name]
        }
      />
    </EditForm>
  );
}
