import type { Resource } from "@roost/client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { useAttemptKeys } from "../../../components/attempt-keys.ts";
import type { BookingRecord } from "../../../components/bookings/booking-record.ts";
import { useBookingWrites } from "../../../components/bookings/write-booking.ts";
import { ifMatch, versionOf } from "../../../components/conflict/version.ts";
import type { GuestChoice } from "../../../components/guests/guest-select.tsx";

/** The first e-mail address and telephone number; empty for none. */
export interface Contacts {
  readonly email: string;
  readonly phone: string;
}

/** A chosen guest as the person sees it; undefined to leave the booking without a guest. */
export interface SeenGuest {
  readonly guest: GuestChoice | undefined;
  /** Undefined for a new guest, which has no version. */
  readonly etag?: string | undefined;
}

export const contactsOf = ({ guest }: SeenGuest): Contacts => ({
  email: guest?.emails[0]?.email ?? "",
  phone: guest?.phones[0]?.number ?? "",
});

/** Reads a guest as it is now, with its version. */
export function useReadGuest(id: number | undefined) {
  const { client } = useSession();
  return async (signal?: AbortSignal): Promise<SeenGuest> => {
    if (id === undefined) throw new TypeError("A new guest cannot be read.");
    const params = { path: { client_id: [id] } };
    const { data, response } = await client.GET("/clients/{client_id}", { params, ...(signal ? { signal } : {}) });
    const [guest] = data.clients;
    if (!guest) throw new TypeError("The response contains no client.");
    return { guest, etag: versionOf(response) };
  };
}

/** The existing guest whose contacts a form edits. Each form reads it again. */
export function useSeenGuest(id: number | undefined) {
  const { account } = useSession();
  const read = useReadGuest(id);
  return useQuery({
    queryKey: [account.id, "clients", "seen", id],
    queryFn: ({ signal }) => read(signal),
    enabled: id !== undefined,
    staleTime: 0,
    gcTime: 0,
    // The form keeps the version that it began with.
    refetchOnMount: false,
  });
}

/**
 * Writes a guest's contacts if the guest is still the seen one, then gives the booking this guest. A retry creates no second guest: it has
 * the same idempotency key.
 */
export function useSaveGuest(booking: BookingRecord) {
  const { client, account } = useSession();
  const queries = useQueryClient();
  const { change } = useBookingWrites();
  const [creation] = useState(() => crypto.randomUUID());
  const keyOf = useAttemptKeys();
  const write = async ({ guest, etag }: SeenGuest, contacts: Contacts): Promise<number | null> => {
    if (!guest) return null;
    const changes = contactChanges(guest, contacts);
    if (guest.id === undefined) {
      const body = { clients: [{ fullname: guest.fullname, ...changes }] };
      const { data } = await client.POST("/clients", { body, idempotencyKey: creation });
      const [made] = data.clients;
      if (!made) throw new TypeError("The response contains no client.");
      return made.id;
    }
    if (Object.keys(changes).length > 0 && etag !== undefined) {
      const params = { path: { client_id: guest.id } };
      const body = { clients: [changes] };
      await client.PUT("/clients/{client_id}", {
        params,
        body,
        headers: ifMatch(etag),
        idempotencyKey: keyOf([guest.id, body]),
      });
    }
    return guest.id;
  };
  return async (seen: SeenGuest, contacts: Contacts): Promise<void> => {
    const client_id = await write(seen, contacts);
    await queries.invalidateQueries({ queryKey: [account.id, "clients"] });
    const isOther = client_id !== (booking.client?.id ?? null);
    if (isOther) await change(booking, { client_id }, { idempotencyKey: keyOf({ client_id }) });
    else await queries.invalidateQueries({ queryKey: [account.id, "bookings"] });
  };
}

/** An e-mail address or telephone number. A new one has no id. */
interface Line {
  readonly id?: number;
  readonly label: string;
  readonly country_code?: string | null;
  readonly value: string | null;
}

/** The lists whose first element changed. An update keeps the other elements by their ids. */
function contactChanges(guest: GuestChoice, { email, phone }: Contacts): Resource<"clients_update"> {
  const emails = withFirst(
    guest.emails.map(({ id, label, email: value }) => ({ id, label: label ?? "default", value })),
    email.trim(),
  );
  const phones = withFirst(
    guest.phones.map(({ id, label, country_code, number: value }) => ({
      id,
      label: label ?? "default",
      country_code,
      value,
    })),
    phone.trim(),
  );
  return {
    ...(emails
      ? { emails: emails.map(({ value, country_code: _, ...line }) => ({ ...line, email: value ?? "" })) }
      : {}),
    ...(phones ? { phones: phones.map(({ value, ...line }) => ({ ...line, number: value ?? "" })) } : {}),
  };
}

/** The lines with another first value, which may be empty; undefined if it is the same. */
function withFirst([first, ...others]: readonly Line[], value: string): Line[] | undefined {
  if (value === (first?.value ?? "")) return undefined;
  return value === "" ? others : [{ label: "default", ...first, value }, ...others];
}
