import type { RecordOf } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { anyVersion, ifMatch } from "../../components/conflict/version.ts";
import { useSubmit } from "../../components/use-submit.ts";

export type Invoice = RecordOf<"/invoices">;

/** A booking's invoices and credit notes, oldest first. */
export function useBookingInvoices(booking: number, isShown: boolean) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "invoices", "booking", booking],
    queryFn: async ({ signal }): Promise<readonly Invoice[]> => {
      const query = { booking_id: [booking], per_page: 100 };
      const { data } = await client.GET("/invoices", { params: { query }, signal });
      return data.invoices;
    },
    enabled: isShown,
  });
}

/** The content of an invoice before it is issued, with its draft as a file. */
export function useInvoicePreview(booking: number, kind: "invoice" | "deposit", amount: string | undefined) {
  const { client, account } = useSession();
  return useQuery({
    queryKey: [account.id, "invoices", "preview", booking, kind, amount],
    queryFn: async ({ signal }) => {
      const invoice = { kind, ...(amount !== undefined && { amount }) };
      const { data } = await client.POST("/bookings/{booking_id}/invoice_preview", {
        params: { path: { booking_id: booking } },
        headers: ifMatch(anyVersion),
        body: { invoices: [invoice] },
        signal,
      });
      return "invoice_previews" in data ? data.invoice_previews[0] : undefined;
    },
    retry: false,
    gcTime: 0,
  });
}

/** Writes of invoices. Each open form has one idempotency key: a retry after a lost answer issues one document. */
export function useInvoiceWrite<Input>(
  write: (input: Input, idempotencyKey: string) => Promise<unknown>,
  done: () => void,
) {
  const { account } = useSession();
  const queries = useQueryClient();
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  return useSubmit({
    mutationFn: async (input: Input) => {
      await write(input, idempotencyKey);
      await queries.invalidateQueries({ queryKey: [account.id, "invoices"] });
    },
    onSuccess: done,
  });
}
