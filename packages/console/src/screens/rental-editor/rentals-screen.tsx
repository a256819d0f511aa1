import { Button, TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { House, Plus, Search } from "lucide-react";
import { useState } from "react";
import { useSession } from "../../app/session.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useFormats } from "../../components/use-formats.ts";
import { useI18n } from "../../i18n/i18n.ts";
import styles from "./list/list.module.css";
import { nextArrival, useArrivals, useFirstPhotos, useRentalList } from "./list/rental-list.ts";
import { RentalRow } from "./list/rental-row.tsx";
import editor from "./rental-editor.module.css";

/** The account's rentals, by name. Each row leads to its editor (console.md, Screens). */
export function RentalsScreen() {
  const { t } = useI18n();
  const { may } = useSession();
  const formats = useFormats();
  const [searchText, setSearchText] = useState("");
  const rentals = useRentalList();
  const photos = useFirstPhotos(rentals.data ?? []);
  const arrivals = useArrivals();
  if (!rentals.data) return <PendingScreen title={t("screens.rentals")} reads={[rentals]} />;
  const query = searchText.trim().toLocaleLowerCase();
  const found = rentals.data.filter(({ name, city }) => `${name} ${city ?? ""}`.toLocaleLowerCase().includes(query));
  const add = may("rentals_write") && (
    <Button leftSection={<Plus size={16} aria-hidden />} renderRoot={(props) => <Link to="/rentals/new" {...props} />}>
      {t("rentalWizard.new")}
    </Button>
  );
  return (
    <div className={editor.editor}>
      <PageHeader title={t("screens.rentals")} actions={add} />
      {rentals.data.length === 0 ? (
        <EmptyState icon={House} text={t("rentalEditor.none")} action={add} />
      ) : (
        <TextInput
          maw="24rem"
          leftSection={<Search size={16} aria-hidden />}
          aria-label={t("rentalEditor.find")}
          placeholder={t("rentalEditor.find")}
          value={searchText}
          onChange={({ currentTarget }) => setSearchText(currentTarget.value)}
        />
      )}
      {rentals.data.length > 0 && found.length === 0 && <p className="empty">{t("rentalEditor.noMatch")}</p>}
      <ul className={styles.list}>
        {found.map((rental) => (
          <RentalRow
            key={rental.id}
            rental={rental}
            picture={photos.data?.get(rental.links.photos?.[0] ?? 0) ?? undefined}
            arrival={nextArrival(rental, arrivals.data)}
            formats={formats}
          />
        ))}
      </ul>
    </div>
  );
}
