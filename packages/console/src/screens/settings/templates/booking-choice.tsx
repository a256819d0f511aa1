import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../../app/session.tsx";
import { stayName, stayOf } from "../../../components/bookings/stay.ts";
import { textOf, todayHere } from "../../../components/days.ts";
import { useFormats } from "../../../components/use-formats.ts";
import { useI18n } from "../../../i18n/i18n.ts";

const typingMs = 200;
const maxFound = 10;
const fields = ["id", "reference", "start_at", "end_at", "status", "links", "canceled_at"] as const;

/** Finds a booking by its guest or reference; at first, the next arrivals. */
export function BookingChoice({ choose }: { readonly choose: (booking: number | undefined) => void }) {
  const { t } = useI18n();
  const { client, account } = useSession();
  const formats = useFormats();
  const [searchText, setSearchText] = useState("");
  const [chosen, setChosen] = useState<{ readonly value: string; readonly label: string }>();
  const words = searchText === chosen?.label ? "" : searchText.trim();
  const [sought] = useDebouncedValue(words, typingMs);
  const found = useQuery({
    queryKey: [account.id, "bookings", "template choice", sought],
    queryFn: async ({ signal }) => {
      const narrowed = sought === "" ? { from: textOf(todayHere()) } : { from: "1900-01-01", query: sought };
      const query = { ...narrowed, fields: [...fields], include: ["client"], per_page: maxFound };
      const { data } = await client.GET("/bookings", { params: { query }, signal });
      return data.bookings.map(stayOf).filter(({ state }) => state === "booked" || state === "hold");
    },
    placeholderData: (before) => before,
  });
  const options = (found.data ?? []).map((stay) => ({
    value: String(stay.id),
    label: `${stayName(stay)}, ${formats.date(stay.arrival)}`,
  }));
  return (
    <Select
      searchable
      clearable
      label={t("templates.previewFor")}
      placeholder={t("templates.findBooking")}
      nothingFoundMessage={t("templates.noBookings")}
      comboboxProps={{ withinPortal: false }}
      error={found.error ? t("templates.noBookings") : undefined}
      value={chosen?.value ?? null}
      searchValue={searchText}
      onSearchChange={setSearchText}
      onChange={(value, option) => {
        setChosen(option ?? undefined);
        choose(value === null ? undefined : Number(value));
      }}
      // The service has filtered them.
      filter={({ options: all }) => all}
      data={chosen && !options.some(({ value }) => value === chosen.value) ? [chosen, ...options] : options}
    />
  );
}
