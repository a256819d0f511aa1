import { Button, Group, Radio, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useI18n } from "../../../i18n/i18n.ts";
import { useAttemptKeys } from "../../attempt-keys.ts";
import { ChangedMeanwhile } from "../../conflict/version.ts";
import { DayInput } from "../../day-input.tsx";
import { msOfDay } from "../../days.ts";
import { focusWhenShown } from "../../focus-when-shown.ts";
import { FormProblems, fieldProblem } from "../../form-problems.tsx";
import type { Formats } from "../../formats.ts";
import { useNotices } from "../../notices.tsx";
import { rentalInstant, rentalTime } from "../../rental-clock.ts";
import { useSubmit } from "../../use-submit.ts";
import { type BookingRecord, useReadBooking } from "../booking-record.ts";
import { useBookingWrites } from "../write-booking.ts";
import type { Hold } from "./hold.ts";
import { HoldFrame } from "./hold-frame.tsx";
import { HoldSummary } from "./hold-summary.tsx";

interface ExtendHoldProps {
  readonly hold: Hold;
  readonly formats: Formats;
  readonly close: () => void;
}

/** Lets a hold expire later. */
export function ExtendHold({ hold, formats, close }: ExtendHoldProps) {
  const { t } = useI18n();
  const title = t("hold.titles.extend", { reference: hold.reference });
  return (
    <HoldFrame {...{ title, hold, formats, close }}>
      {(booking) => (
        <>
          <HoldSummary booking={booking} formats={formats} />
          <ExtensionForm
            {...{ hold: booking, formats, close }}
            before={Date.parse(booking.tentative_expires_at ?? "")}
            timeZone={booking.rental?.time_zone ?? "UTC"}
          />
        </>
      )}
    </HoldFrame>
  );
}

interface ExtensionFormProps extends Omit<ExtendHoldProps, "hold"> {
  readonly hold: BookingRecord;
  /** The present expiry in epoch milliseconds. */
  readonly before: number;
  readonly timeZone: string;
}

const extensions = { day: msOfDay, threeDays: 3 * msOfDay } as const;
const isExtension = (value: string): value is keyof typeof extensions => value in extensions;

function ExtensionForm({ hold, formats, close, before, timeZone }: ExtensionFormProps) {
  const { t } = useI18n();
  const { notify } = useNotices();
  const { change } = useBookingWrites();
  const read = useReadBooking(hold.id);
  const [choice, setChoice] = useState("day");
  const [text, setText] = useState(rentalTime(timeZone, before + msOfDay));
  const [day = "", time = ""] = text.split("T");
  const keyOf = useAttemptKeys();
  const until = isExtension(choice) ? before + extensions[choice] : rentalInstant(timeZone, text);
  const write = (seen: BookingRecord, instant: number, idempotencyKey: string) =>
    change(seen, { tentative_expires_at: new Date(instant).toISOString() }, { idempotencyKey });
  const extending = useSubmit({
    mutationFn: ({ until: to }: { readonly before: number; readonly until: number }) => write(hold, to, keyOf(to)),
    onSuccess: (_, extension) => {
      close();
      const moment = formats.moment(new Date(extension.until).toISOString(), timeZone);
      const undo = async () => {
        const present = await read();
        if (Date.parse(present.tentative_expires_at ?? "") !== extension.until) throw new ChangedMeanwhile();
        return write(present, extension.before, crypto.randomUUID());
      };
      notify({ text: t("hold.extended", { reference: hold.reference, moment }), undo });
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        extending.submit({ before, until });
      }}
    >
      <Radio.Group label={t("hold.extendBy")} value={choice} onChange={setChoice}>
        <Stack gap="xs" mt="xs">
          {Object.entries(extensions).map(([value, length]) => (
            <Radio
              key={value}
              {...(value === "day" ? { ref: focusWhenShown, "data-autofocus": true } : {})}
              value={value}
              label={t(`hold.extensions.${value === "day" ? "day" : "threeDays"}`)}
              description={t("today.until", {
                moment: formats.moment(new Date(before + length).toISOString(), timeZone),
              })}
            />
          ))}
          <Radio value="date" label={t("hold.extensions.date")} />
        </Stack>
      </Radio.Group>
      {choice === "date" && (
        <Group grow mt="sm" align="flex-start">
          <DayInput
            required
            label={t("hold.until")}
            value={day}
            error={fieldProblem(extending.error, "tentative_expires_at")}
            onDay={(value) => setText(`${value}T${time}`)}
          />
          <TextInput
            type="time"
            required
            label={t("hold.rentalTime", { zone: timeZone })}
            value={time}
            onChange={({ currentTarget }) => setText(`${day}T${currentTarget.value}`)}
          />
        </Group>
      )}
      <FormProblems error={extending.error} excluded={choice === "date" ? ["tentative_expires_at"] : []} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {t("book.cancel")}
        </Button>
        <Button type="submit" loading={extending.isPending} disabled={Number.isNaN(until)}>
          {t("hold.extend")}
        </Button>
      </Group>
    </form>
  );
}
