import { Link, useParams, useSearch } from "@tanstack/react-router";
import { PendingScreen } from "../../components/pending-screen.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Amenities } from "./amenities.tsx";
import { Basics } from "./basics.tsx";
import { type EditedRental, useLocales, useRental } from "./edited-rental.ts";
import { Fees } from "./fees.tsx";
import { Links } from "./links/links.tsx";
import { parts, type RentalPart } from "./parts.ts";
import { Photos } from "./photos/photos.tsx";
import { Policy } from "./policy.tsx";
import { Rooms } from "./rooms.tsx";
import { Taxes } from "./taxes.tsx";
import { Texts } from "./texts.tsx";
import "./rental-editor.css";

/** A rental's parts, each saved separately (console.md, Screens). */
export function EditorScreen() {
  const { t } = useI18n();
  const { rental: shown } = useParams({ from: "/rentals/$rental" });
  const { part = "basics" } = useSearch({ from: "/rentals/$rental" });

  const titles = {
    basics: t("rentalEditor.titles.basics"),
    texts: t("rentalEditor.titles.texts"),
    amenities: t("rentalEditor.titles.amenities"),
    links: t("rentalLinks.title"),
    photos: t("photos.title"),
    rooms: t("rentalTerms.rooms.title"),
    fees: t("rentalTerms.fees.title"),
    taxes: t("rentalTerms.taxes.title"),
    policy: t("rentalTerms.policy.title"),
  };
  const id = Number(shown);
  const rental = useRental(id);
  const locales = useLocales();
  const error = rental.error ?? locales.error;
  const again = () => void Promise.all([rental.refetch(), locales.refetch()]);
  if (error || rental.data === undefined || !locales.data)
    return <PendingScreen title={t("screens.rentals")} error={error} reset={again} />;
  return (
    <div className="rental-editor">
      <Link to="/rentals">‹ {t("rentalEditor.all")}</Link>
      {rental.data === null ? (
        <p className="empty">{t("rentalEditor.gone")}</p>
      ) : (
        <div key={id}>
          <h1>{rental.data.name}</h1>
          <nav aria-label={t("rentalEditor.parts")}>
            {parts.map((one) => (
              <Link
                key={one}
                to="/rentals/$rental"
                params={{ rental: shown }}
                search={{ part: one }}
                aria-current={one === part ? "page" : undefined}
                activeProps={{}}
              >
                {titles[one]}
              </Link>
            ))}
          </nav>
          <Part key={part} part={part} rental={rental.data} locales={locales.data} />
        </div>
      )}
    </div>
  );
}

interface PartProps {
  readonly part: RentalPart;
  readonly rental: EditedRental;
  readonly locales: readonly string[];
}

function Part({ part, rental, locales }: PartProps) {
  switch (part) {
    case "basics":
      return <Basics rental={rental} />;
    case "texts":
      return <Texts rental={rental} locales={locales} />;
    case "photos":
      return <Photos rental={rental.id} locales={locales} />;
    case "amenities":
      return <Amenities rental={rental.id} />;
    case "rooms":
      return <Rooms rental={rental.id} locales={locales} />;
    case "fees":
      return <Fees rental={rental} />;
    case "taxes":
      return <Taxes rental={rental.id} />;
    case "links":
      return <Links rental={rental.id} />;
    case "policy":
      return <Policy rental={rental.id} />;
  }
}
