import { ClosedSet } from "./closed-set.ts";

/** ISO 3166-1 alpha-2: the assigned codes. */
export const countryCodes: ReadonlySet<string> = new Set(
  (
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
    "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
    "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT " +
    "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
    "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
    "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
  ).split(" "),
);

/** ISO 3166-1 alpha-3, in the order of the two-letter codes. */
const longCodes = (
  "AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN " +
  "BOL BES BRA BHS BTN BVT BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE " +
  "DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL " +
  "GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM " +
  "JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY MAR MCO MDA MNE " +
  "MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL " +
  "NRU NIU NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN " +
  "SWE SGP SHN SVN SJM SVK SLE SMR SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON " +
  "TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN VGB VIR VNM VUT WLF WSM YEM MYT ZAF ZMB ZWE"
).split(" ");

/** Languages of the accepted country names. */
const nameLocales = ["en", "de", "fr", "es", "it", "nl", "pt"];

/** The countries by two-letter and three-letter code, name, and common alias. */
export const countries = new ClosedSet([...countryCodes], () => [
  ...nameLocales.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: "region" });
    return [...countryCodes].map((code): [string, string] => [names.of(code) ?? code, code]);
  }),
  ...[...countryCodes].map((code, index): [string, string] => [longCodes[index] ?? code, code]),
  ["UK", "GB"],
  ["Great Britain", "GB"],
  ["England", "GB"],
  ["Scotland", "GB"],
  ["Wales", "GB"],
  ["Northern Ireland", "GB"],
  ["Großbritannien", "GB"],
  ["Grande-Bretagne", "GB"],
  ["Gran Bretaña", "GB"],
  ["Gran Bretagna", "GB"],
  ["Groot-Brittannië", "GB"],
  ["Grã-Bretanha", "GB"],
  ["Schottland", "GB"],
  ["U.S.A.", "US"],
  ["United States of America", "US"],
  ["Vereinigte Staaten von Amerika", "US"],
  ["États-Unis d'Amérique", "US"],
  ["Estados Unidos de América", "US"],
  ["Stati Uniti d'America", "US"],
  ["Verenigde Staten van Amerika", "US"],
  ["Estados Unidos da América", "US"],
  ["Oesterreich", "AT"],
  ["Holland", "NL"],
  ["The Netherlands", "NL"],
  ["Republic of Ireland", "IE"],
  ["Czech Republic", "CZ"],
  ["Tschechische Republik", "CZ"],
  ["Turkey", "TR"],
  ["Hong Kong", "HK"],
  ["Russian Federation", "RU"],
  ["Ivory Coast", "CI"],
  ["Republic of Korea", "KR"],
]);

/** The text format of a country code. */
export const countryCode = {
  matches: (text: string) => countryCodes.has(text),
  problem: "must be a two-letter country code such as FR (ISO 3166-1)",
  among: countries,
} as const;
