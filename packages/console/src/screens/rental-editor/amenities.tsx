import { Checkbox, TextInput } from "@mantine/core";
import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { Pending } from "../../components/pending.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { useDraft } from "./draft.ts";
import { PartForm } from "./part-form.tsx";
import styles from "./rental-editor.module.css";

interface Offered {
  readonly amenities: readonly { readonly id: number; readonly title: Readonly<Record<string, string | null>> }[];
  /** The rental's amenity records' ids, by amenity. */
  readonly chosen: ReadonlyMap<number, number>;
}

async function readOffered(client: Client, rental: number, signal: AbortSignal): Promise<Offered> {
  const params = { path: { rental_id: [rental] }, query: { include: ["rentals_amenities"] } };
  const { data } = await client.GET("/rentals/{rental_id}", { params, signal });
  const amenities: Offered["amenities"][number][] = [];
  for await (const { id, title } of client.records("/amenities", { signal })) amenities.push({ id, title });
  const chosen = new Map((data.rentals[0]?.rentals_amenities ?? []).map(({ id, links }) => [links.amenity, id]));
  return { amenities, chosen };
}

/** A rental's amenities, from the list that all accounts share. The API has no categories. */
export function Amenities({ rental }: { readonly rental: number }) {
  const { client, account } = useSession();
  const offered = useQuery({
    queryKey: [account.id, "rentals_amenities", "editor", rental],
    queryFn: ({ signal }) => readOffered(client, rental, signal),
  });
  if (!offered.data) return <Pending reads={[offered]} />;
  return <Chooser rental={rental} offered={offered.data} refetch={() => offered.refetch()} />;
}

interface ChooserProps {
  readonly rental: number;
  readonly offered: Offered;
  readonly refetch: () => Promise<{ readonly data?: Offered | undefined }>;
}

function Chooser({ rental, offered, refetch }: ChooserProps) {
  const { language, t } = useI18n();
  const { client } = useSession();
  const [searchText, setSearchText] = useState("");
  const title = t("rentalEditor.titles.amenities");
  const read = async () => (await refetch()).data ?? offered;
  const choose = (amenity_id: number) =>
    client.POST("/rentals/{rental_id}/rentals_amenities", {
      params: { path: { rental_id: rental } },
      body: { rentals_amenities: [{ amenity_id }] },
    });
  const leave = (id: number) =>
    client.DELETE("/rentals_amenities/{rentals_amenity_id}", { params: { path: { rentals_amenity_id: id } } });
  const draft = useDraft<Offered>({
    title,
    shown: offered,
    storedOf: ({ amenities, chosen }) =>
      Object.fromEntries(amenities.map(({ id }) => [String(id), chosen.has(id) ? "yes" : ""])),
    read,
    write: async (_, changes) => {
      // Against fresh data: other people's choices stay, and nothing is added twice.
      const { chosen } = await read();
      for (const [key, value] of Object.entries(changes)) {
        const had = chosen.get(Number(key));
        if (value === "yes" && had === undefined) await choose(Number(key));
        if (value === "" && had !== undefined) await leave(had);
      }
    },
  });
  const named = offered.amenities
    .map((amenity) => ({ id: String(amenity.id), name: amenity.title[language] ?? amenity.title.en ?? "" }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const shown = named.filter(({ name }) => name.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase()));
  const count = named.filter(({ id }) => draft.valueOf(id) === "yes").length;
  return (
    <PartForm
      id="amenities"
      title={title}
      draft={draft}
      excluded={[]}
      labelOf={(id) => named.find((one) => one.id === id)?.name ?? id}
    >
      <TextInput
        maw="24rem"
        aria-label={t("rentalEditor.amenity.find")}
        placeholder={t("rentalEditor.amenity.find")}
        value={searchText}
        onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
      />
      <p className="hint" aria-live="polite">
        {shown.length === 0 ? t("rentalEditor.amenity.noMatch") : t("rentalEditor.amenity.chosen", { count })}
      </p>
      <div className={styles.amenities}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={draft.valueOf(id) === "yes"}
            onChange={({ currentTarget }) => draft.change(id, currentTarget.checked ? "yes" : "")}
          />
        ))}
      </div>
    </PartForm>
  );
}
