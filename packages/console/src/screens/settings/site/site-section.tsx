import { Pending } from "../../../components/pending.tsx";
import { useI18n } from "../../../i18n/i18n.ts";
import { useLocales } from "../../rental-editor/edited-rental.ts";
import classes from "../account/account.module.css";
import { LogoForm } from "../account/logo-form.tsx";
import { CopiedText } from "../copied-text.tsx";
import { type BookingSite, useBookingSite, useSiteWriting } from "./booking-site.ts";
import { DomainProof } from "./domain-proof.tsx";
import { NewSite } from "./new-site.tsx";
import { ShownRentalsForm } from "./shown-rentals-form.tsx";
import { SitePartForm } from "./site-part-form.tsx";
import { TextsForm } from "./texts-form.tsx";

/** The account's own page for guests: its address, look, texts, rentals and embedding. */
export function SiteSection() {
  const site = useBookingSite();
  const locales = useLocales();
  if (site.data === undefined || !locales.data) return <Pending reads={[site, locales]} />;
  if (site.data === null) return <NewSite />;
  return <SiteSettings site={site.data} locales={locales.data} />;
}

function SiteSettings({ site, locales }: { readonly site: BookingSite; readonly locales: readonly string[] }) {
  const { t } = useI18n();
  const { write } = useSiteWriting();
  return (
    <div className={classes.parts}>
      <SitePartForm part="address" site={site} />
      <DomainProof site={site} />
      <SiteLinks site={site} />
      <SitePartForm part="look" site={site} />
      <LogoForm title={t("bookingSite.logo")} url={site.logo_url} write={(logo) => write(site, { logo })} />
      <TextsForm site={site} locales={locales} />
      <SitePartForm part="shown" site={site} />
      {!site.all_rentals && <ShownRentalsForm site={site} />}
    </div>
  );
}

/** Whether guests reach the site at its own host name. */
const isServed = ({ domain_state: state }: BookingSite): boolean => state === "proven" || state === "expiring";

/** The site's address and the code that embeds its search in another site. */
function SiteLinks({ site }: { readonly site: BookingSite }) {
  const { t } = useI18n();
  const address = isServed(site) ? `https://${site.domain}` : `${location.origin}/stay/${site.address}`;
  const code = `<script src="${location.origin}/widget.js" data-account="${site.address}" async></script>`;
  return (
    <section aria-labelledby="embed-title">
      <h2 id="embed-title">{t("bookingSite.titles.embed")}</h2>
      {site.enabled ? (
        <p>
          <a href={address} target="_blank" rel="noreferrer">
            {t("bookingSite.open")}
          </a>
        </p>
      ) : (
        <p className="hint">{t("bookingSite.off")}</p>
      )}
      <CopiedText label={t("bookingSite.link")} text={address} />
      <CopiedText label={t("bookingSite.widget")} text={code} />
    </section>
  );
}
