import { Alert } from "@mantine/core";
import { PreconditionFailed, ValidationError } from "@roost/client";
import { useState } from "react";
import { useI18n } from "../../i18n/i18n.ts";
import type { Formats } from "../formats.ts";

interface PriceChange {
  readonly before: string;
  readonly after: string;
}

/** A write's condition on its price. */
export interface ExpectedPrice {
  readonly expected_final_price?: string;
}

/** The present price that a refusal names (docs/concepts/bookings.md). */
function priceNow(error: unknown): string | undefined {
  if (!(error instanceof ValidationError) || !error.fields.expected_final_price) return undefined;
  const { final_price: now } = error.meta;
  return typeof now === "string" ? now : undefined;
}

/**
 * Makes the shown price a condition of a write. After a refusal, the next attempt expects the price that the refusal named.
 * @param shown the price that the person sees; nullish sets no condition
 * @param about the stay and choices that the price is for: an earlier refusal does not apply to others
 */
export function usePriceCondition(shown: string | number | null | undefined, about: unknown) {
  const subject = JSON.stringify(about) ?? "";
  const [refused, setRefused] = useState<PriceChange & { readonly subject: string }>();
  const change: PriceChange | undefined = refused?.subject === subject ? refused : undefined;
  const expected = change?.after ?? (shown == null ? undefined : String(shown));
  const send = async <Answer,>(write: (price: ExpectedPrice) => Promise<Answer>): Promise<Answer> => {
    try {
      return await write(expected === undefined ? {} : { expected_final_price: expected });
    } catch (error) {
      const after = priceNow(error);
      if (after !== undefined && expected !== undefined) setRefused({ subject, before: expected, after });
      throw error;
    }
  };
  return { change, send, excluded: change ? ["expected_final_price"] : [] };
}

/** The change of a total that a refused write found: another person has changed the booking meanwhile. */
export function changedTotal(
  error: unknown,
  seen: string | null,
  now: string | null | undefined,
): PriceChange | undefined {
  if (!(error instanceof PreconditionFailed) || seen === null || now == null || Number(seen) === Number(now))
    return undefined;
  return { before: seen, after: now };
}

interface PriceChangedProps {
  readonly change: PriceChange | undefined;
  readonly currency: string | null | undefined;
  readonly formats: Formats;
}

/** Shows the price that the person saw and the one of today. The form's own button then confirms the latter. */
export function PriceChanged({ change, currency, formats }: PriceChangedProps) {
  const { t } = useI18n();
  if (!change || !currency) return null;
  const [before, after] = [formats.money(change.before, currency), formats.money(change.after, currency)];
  return (
    <Alert color="orange" mt="sm" role="alert" title={t("price.changed", { before, after })}>
      {t("price.confirmAgain", { price: after })}
    </Alert>
  );
}
