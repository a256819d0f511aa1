import { Group, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { type BookingChanges, useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { fieldProblem } from "../../../components/form-problems.tsx";
import { useNotices } from "../../../components/notices.tsx";
import { useSubmit } from "../../../components/use-submit.ts";
import { useI18n } from "../../../i18n/i18n.ts";
import { useSources } from "../../calendar/tags.ts";
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

/** Only what the person changed: somebody else may have changed the rest. */
function changesOf(seen: Draft, draft: Draft): BookingChanges {
  const changed = texts.filter((name) => draft[name] !== seen[name]);
  const source = draft.source_id === seen.source_id ? {} : { source_id: Number(draft.source_id) || null };
  return { ...source, ...Object.fromEntries(changed.map((name) => [name, draft[name].trim() || null])) };
}

/** Edits the stay's hours, channel and notes. */
export function DetailsForm({ booking, close }: DetailsFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { change } = useBookingWrites();
  const sources = useSources();
  const [seen] = useState(() => draftOf(booking));
  const [draft, setDraft] = useState(seen);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const saving = useSubmit({
    mutationFn: (changes: BookingChanges) => change(booking, changes, { idempotencyKey }),
    onSuccess: () => {
      close();
      notify({ text: t("edit.saved", { reference: booking.reference ?? "" }) });
    },
  });
  const submit = () => {
    const changes = changesOf(seen, draft);
    if (Object.keys(changes).length === 0) close();
    else saving.submit(changes);
  };
  const field = (name: keyof Draft, label: string) => ({
    label,
    value: draft[name],
    error: fieldProblem(saving.error, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: value })),
  });
  const channels = [...(sources.data ?? [])].map(([id, name]) => ({ value: String(id), label: name }));
  return (
    <EditForm
      label={t("edit.details")}
      {...{ submit, cancel: close, isPending: saving.isPending, error: saving.error }}
      fields={[...texts, "source_id"]}
    >
      <Group grow align="flex-start">
        <TextInput {...field("expected_checkin_time", t("booking.arrivesAt"))} placeholder={t("edit.clock")} />
        <TextInput {...field("expected_checkout_time", t("booking.leavesAt"))} placeholder={t("edit.clock")} />
      </Group>
      <Group grow align="flex-start">
        <NativeSelect
          {...field("source_id", t("stay.channel"))}
          data={[{ value: "", label: t("edit.noChannel") }, ...channels]}
        />
        <TextInput {...field("external_reference", t("edit.externalReference"))} />
      </Group>
      <Textarea rows={4} maxLength={6000} {...field("notes", t("stay.notes"))} />
    </EditForm>
  );
}
