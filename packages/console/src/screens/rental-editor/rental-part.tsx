import { Link } from "@tanstack/react-router";
import { AgreementSection } from "../../components/agreements/agreement-section.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { Amenities } from "./amenities.tsx";
import { AmenityDetails } from "./amenity-details/amenity-details.tsx";
import { ChannelTexts } from "./channel-texts/channel-texts.tsx";
import { RentalContacts } from "./contacts/rental-contacts.tsx";
import type { EditedRental } from "./edited-rental.ts";
import { Fees } from "./fees.tsx";
import { FieldsPart } from "./fields/fields-part.tsx";
import { Links } from "./links/links.tsx";
import type { RentalPart } from "./parts.ts";
import { Photos } from "./photos/photos.tsx";
import { Policy } from "./policy.tsx";
import { RentalTags } from "./rental-tags.tsx";
import { Rooms } from "./rooms.tsx";
import { Taxes } from "./taxes.tsx";
import { Texts } from "./texts.tsx";
import { RentalUrls } from "./urls/rental-urls.tsx";

interface RentalPartViewProps {
  readonly part: RentalPart;
  readonly rental: EditedRental;
  readonly locales: readonly string[];
}

/** One part of a rental, in the editor and in the wizard. */
export function RentalPartView({ part, rental, locales }: RentalPartViewProps) {
  const { t } = useI18n();
  switch (part) {
    case "basics":
      return (
        <>
          <FieldsPart part={part} rental={rental} />
          <RentalTags rental={rental} />
        </>
      );
    case "guests":
      return <FieldsPart part={part} rental={rental} />;
    case "owner":
      return (
        <>
          <FieldsPart part={part} rental={rental} />
          <RentalContacts rental={rental.id} />
        </>
      );
    case "prices":
      return (
        <FieldsPart part={part} rental={rental}>
          <p>
            <Link to="/rates" search={{ rental: rental.id }}>
              {t("rentalEditor.rates")}
            </Link>
          </p>
        </FieldsPart>
      );
    case "texts":
      return (
        <>
          <Texts rental={rental} locales={locales} />
          <ChannelTexts rental={rental.id} locales={locales} />
        </>
      );
    case "photos":
      return <Photos rental={rental.id} locales={locales} />;
    case "amenities":
      return (
        <>
          <Amenities rental={rental.id} />
          <AmenityDetails rental={rental.id} locales={locales} />
        </>
      );
    case "rooms":
      return <Rooms rental={rental.id} locales={locales} />;
    case "fees":
      return <Fees rental={rental} />;
    case "taxes":
      return <Taxes rental={rental.id} />;
    case "links":
      return (
        <>
          <Links rental={rental.id} />
          <RentalUrls rental={rental.id} />
        </>
      );
    case "policy":
      return (
        <>
          <Policy rental={rental.id} />
          <AgreementSection
            owner={{ type: "Rental", id: rental.id }}
            title={t("agreements.ofRental")}
            hint={t("agreements.aboutRental")}
            empty={t("agreements.noneOfRental")}
            locales={locales}
          />
        </>
      );
  }
}
