import { Button, Group } from "@mantine/core";
import { LogIn, type LucideIcon, Mail, Star, Wallet } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import type { BookingRecord } from "../../components/bookings/booking-record.ts";
import { HoldButtons, useHoldDialog } from "../../components/bookings/holds/hold-steps.tsx";
import type { Formats } from "../../components/formats.ts";
import { PaymentForm } from "../../components/payment-form.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import type { Translate } from "../../i18n/translate.ts";
import classes from "./booking.module.css";
import { HeadFacts } from "./head-facts.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import type { NextStep } from "./next-step.ts";
import { StayActions } from "./stay-actions.tsx";
import { useNextStep } from "./use-next-step.ts";

interface HeadProps {
  readonly booking: BookingRecord;
  readonly formats: Formats;
  /** Shows the form that replies to a review. */
  readonly reply: () => void;
}

/** The stay in a line, and what to do: the next step in green, then the others. */
export function Head({ booking, formats, reply }: HeadProps) {
  const { t } = useI18n();
  const { may } = useSession();
  const { choose, dialog } = useHoldDialog(formats);
  const [open, setOpen] = useState<"message" | { readonly amount: number }>();
  const step = useNextStep(booking);
  const { currency } = booking;
  const hold = { id: booking.id, reference: booking.reference ?? "" };
  const close = () => setOpen(undefined);
  const act = (next: NextStep) => {
    if (next.kind === "deposit" || next.kind === "settle") setOpen({ amount: next.amount });
    else if (next.kind === "reply") reply();
    else setOpen("message");
  };
  return (
    <header className={classes.head}>
      <HeadFacts booking={booking} formats={formats} />
      <div className={classes.steps}>
        {booking.status === "Tentative" && may("bookings_write") && <HoldButtons hold={hold} choose={choose(hold)} />}
        <Group gap="xs">
          {step && step.kind !== "confirm" && (
            <Button leftSection={<StepIcon step={step} />} onClick={() => act(step)}>
              {stepWords(step, (amount) => (currency ? formats.money(amount, currency) : ""), t)}
            </Button>
          )}
          {may("inbox_write") && booking.client && (
            <Button variant="default" leftSection={<Mail size={16} aria-hidden />} onClick={() => setOpen("message")}>
              {t("stay.message")}
            </Button>
          )}
          <StayActions booking={booking} formats={formats} />
        </Group>
      </div>
      {dialog}
      {open === "message" && <MessageDialog {...{ booking, close }} />}
      {typeof open === "object" && currency && (
        <PaymentForm {...{ booking, currency, formats, close }} suggested={open.amount} />
      )}
    </header>
  );
}

const icons: Readonly<Record<NextStep["kind"], LucideIcon>> = {
  confirm: Wallet,
  deposit: Wallet,
  settle: Wallet,
  answer: Mail,
  checkIn: LogIn,
  reply: Star,
};

function StepIcon({ step: { kind } }: { readonly step: NextStep }) {
  const Icon = icons[kind];
  return <Icon size={16} aria-hidden />;
}

function stepWords(step: NextStep, money: (amount: number) => string, t: Translate): string {
  if (step.kind === "deposit" || step.kind === "settle")
    return t(`booking.collect.${step.kind}`, { amount: money(step.amount) });
  if (step.kind === "confirm") return t("hold.confirm");
  return t(`booking.next.${step.kind}`);
}
