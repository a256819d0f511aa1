import { Button, TextInput } from "@mantine/core";
import type { Client } from "@roost/client";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { AddRental } from "./add-rental.tsx";
import "./rental-editor.css";

interface ListedRental {
  readonly id: number;
  readonly name: string;
  readonly city: string | null;
  readonly sleeps: number | null;
}

/** The account's rentals, by name, each with a link to its editor (console.md, Screens). */
export function RentalsScreen() {
  const { t } = useI18n();
  const { client, account, may } = useSession();
  const [searchText, setSearchText] = useState("");
  const [isAdding, setAdding] = useState(false);
  const rentals = useQuery({
    queryKey: [account.id, "rentals", "editor", "list"],
    queryFn: ({ signal }) => readRentals(client, signal),
  });
  if (rentals.error || !rentals.data)
    return <PendingScreen title={t("screens.rentals")} error={rentals.error} reset={() => void rentals.refetch()} />;
  const found = rentals.data.filter(({ name, city }) =>
    `${name} ${city ?? ""}`.toLocaleLowerCase().includes(searchText.trim().toLocaleLowerCase()),
  );
  return (
    <div className="rental-editor">
      <h1>{t("screens.rentals")}</h1>
      {may("rentals_write") && <Button onClick={() => setAdding(true)}>{t("rentalLinks.add")}</Button>}
      {isAdding && <AddRental close={() => setAdding(false)} />}
      <TextInput
        mt="sm"
        maw="24rem"
        aria-label={t("rentalEditor.find")}
        placeholder={t("rentalEditor.find")}
        value={searchText}
        onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
      />
      {found.length === 0 && (
        <p className="empty">{rentals.data.length === 0 ? t("rentalEditor.none") : t("rentalEditor.noMatch")}</p>
      )}
      <ul className="rentals">
        {found.map(({ id, name, city, sleeps }) => (
          <li key={id}>
            <Link to="/rentals/$rental" params={{ rental: String(id) }}>
              {name}
            </Link>
            <span>{[city, sleeps && t("rentalEditor.sleeps", { guests: sleeps })].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

async function readRentals(client: Client, signal: AbortSignal): Promise<ListedRental[]> {
  const found: ListedRental[] = [];
  const query = { fields: ["id" as const, "name" as const, "city" as const, "sleeps" as const] };
  for await (const { id, name, city, sleeps } of client.records("/rentals", { params: { query }, signal }))
    found.push({ id, name: String(name), city, sleeps });
  return found.sort((one, other) => one.name.localeCompare(other.name));
}
