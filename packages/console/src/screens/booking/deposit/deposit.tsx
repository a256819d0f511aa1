import { Badge, Button, Group } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { useSession } from "../../../app/session.tsx";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { dayOf, dayThen } from "../../../components/days.ts";
import { FormProblems } from "../../../components/form-problems.tsx";
import type { Formats } from "../../../components/formats.ts";
import { useNotices } from "../../../components/notices.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import lines from "../lines.module.css";
import { useAuthorizeDeposit } from "./change-deposit.ts";

const CaptureDialog = lazy(() => import("./capture-dialog.tsx"));
const ReleaseDialog = lazy(() => import("./release-dialog.tsx"));

type Authorization = NonNullable<BookingRecord["damage_deposit_authorization"]>;

interface DepositProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
}

const colors = {
  planned: "gray",
  authorizing: "blue",
  authorized: "green",
  capturing: "blue",
  captured: "green",
  failed: "red",
  released: "gray",
} as const;

/** The damage deposit's authorization: its state, days and steps (docs/concepts/payments.md). */
export function Deposit({ booking, formats }: DepositProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { notify } = useNotices();
  const [open, setOpen] = useState<"capture" | "release">();
  const authorize = useAuthorizeDeposit(booking.id, () => notify({ text: t("booking.deposit.authorizing") }));
  const { currency, damage_deposit_authorization: deposit } = booking;
  if (!currency || !deposit) return null;
  const { state, has_card } = deposit;
  const isLive = booking.status === "Booked";
  const dialog = { booking, currency, deposit, formats, close: () => setOpen(undefined) };
  return (
    <>
      <table className={lines.lines}>
        <caption>{t("booking.deposit.title")}</caption>
        <tbody>
          <tr>
            <th scope="row">
              <Badge color={colors[state]} variant="light">
                {t(`booking.deposit.states.${state}`)}
              </Badge>
              {notesOf(deposit, booking.rental?.time_zone, formats, t).map((note) => (
                <small key={note}>{note}</small>
              ))}
            </th>
            <td>{formats.money(deposit.captured_amount ?? deposit.amount, currency)}</td>
          </tr>
        </tbody>
      </table>
      {may("payments_write") && (
        <Group gap="xs" mt="xs">
          {isLive && has_card && (state === "planned" || state === "failed" || state === "released") && (
            <Button variant="default" loading={authorize.isPending} onClick={() => authorize.mutate()}>
              {t("booking.deposit.authorize")}
            </Button>
          )}
          {state === "authorized" && (
            <Button variant="default" onClick={() => setOpen("capture")}>
              {t("booking.deposit.capture")}
            </Button>
          )}
          {(state === "authorized" || state === "authorizing" || state === "failed") && (
            <Button variant="default" onClick={() => setOpen("release")}>
              {t("booking.deposit.release")}
            </Button>
          )}
        </Group>
      )}
      <FormProblems error={authorize.error} excluded={[]} />
      <Suspense>
        {open === "capture" && <CaptureDialog {...dialog} />}
        {open === "release" && <ReleaseDialog {...dialog} />}
      </Suspense>
    </>
  );
}

function notesOf(
  deposit: Authorization,
  timeZone: string | undefined,
  formats: Formats,
  t: ReturnType<typeof useI18n>["t"],
): string[] {
  const { state, authorize_at, authorized_until, release_at, asked_at, has_card } = deposit;
  const day = (moment: string) => formats.date(dayOf(moment));
  const isOpen = state === "planned" || state === "failed";
  const notes = [
    state === "planned" && authorize_at && t("booking.deposit.plannedOn", { day: day(authorize_at) }),
    state === "authorized" &&
      authorized_until &&
      t("booking.deposit.until", { moment: formats.moment(authorized_until, timeZone) }),
    state === "authorized" && release_at && t("booking.deposit.releaseOn", { day: day(release_at) }),
    state === "captured" && deposit.capture_reason,
    isOpen && deposit.failure_reason,
    isOpen && asked_at && t("booking.deposit.askedOn", { day: formats.date(dayThen(asked_at, timeZone)) }),
    isOpen && t(has_card ? "booking.deposit.hasCard" : "booking.deposit.noCard"),
  ];
  return notes.filter((note): note is string => typeof note === "string" && note !== "");
}
