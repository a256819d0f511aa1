/** The states of bookings in files (docs/guides/import.md). */
export const statusNames = ["booked", "tentative", "unavailable", "canceled"] as const;
export type StatusName = (typeof statusNames)[number];

/** Other systems' words by state, in the console's languages, without case, accents and separators. */
const words: Readonly<Record<StatusName, string>> = {
  booked: `booked confirmed ok reserved accepted approved active new modified paid definite checkedin checkedout inhouse completed
    finished past pastguest currentlyhosting arrivingsoon reviewguest awaitingguestreview tripcompleted bestatigt bestaetigt gebucht reserviert fest bezahlt confirme confirmee reserve
    reservee confirmada confirmado reservada reservado pagada pagado confermata confermato prenotata prenotato pagata pagato bevestigd
    geboekt gereserveerd betaald paga pago checkedout eingecheckt ausgecheckt angereist abgereist abgeschlossen depositpaid
    anzahlungbezahlt anzahlungerhalten termine terminee completata completato finalizada finalizado concluida voltooid afgerond`,
  tentative: `tentative option optional hold onhold held pending open request requested awaitingpayment provisional vorgemerkt optioniert
    angefragt anfrage vorlaufig provisorisch offen enattente enoption provisoire optionne optionnee demande pendiente opcion solicitada inattesa opzione
    provvisoria provvisorio opzionata opzionato richiesta optie inafwachting voorlopig aanvraag pendente provisoria provisorio opcao`,
  unavailable: `unavailable blocked block closed maintenance owner ownerstay ownerblock ownerreservation notavailable gesperrt blockiert
    eigennutzung eigenbedarf eigenbelegung wartung renovierung eigentumer geschlossen nichtverfugbar bloque bloquee ferme fermee indisponible proprietaire bloqueado
    bloqueada cerrado cerrada nodisponible propietario bloccato bloccata chiuso chiusa nondisponibile proprietario geblokkeerd gesloten
    nietbeschikbaar eigenaar eigengebruik onderhoud entretien mantenimiento manutenzione manutencao indisponivel fechado fechada`,
  canceled: `cancel canceled cancelled noshow declined deleted storno stornierung
    rejected expired denied refused storniert annulliert abgelaufen abgesagt abgelehnt nichterschienen annule annulee refuse refusee expiree cancelado cancelada
    anulado anulada rechazado rechazada annullata annullato cancellata cancellato rifiutata rifiutato geannuleerd afgewezen recusado
    recusada expirada expirado caducada scaduta scaduto verlopen`,
};

const byWord: ReadonlyMap<string, StatusName> = new Map(
  statusNames.flatMap((status) => words[status].split(/\s+/).map((word) => [word, status] as const)),
);

/** Words that go on with a person or a number of days: `Canceled by Airbnb`, `Arriving in 3 days`. */
const beginnings: readonly (readonly [RegExp, StatusName])[] = [
  [/^cancell?edby/, "canceled"],
  [/^(storniert(durch|von)|annulee?par|cancelad[oa](por|pel[oa])|cancellat[oa]da|geannuleerddoor)/, "canceled"],
  [/^arriving(in|today|tomorrow|on)/, "booked"],
];

/** The state that a word means; case, accents and separators do not matter. Undefined for an unknown word. */
export function statusOfWord(word: string): StatusName | undefined {
  const letters = word
    .normalize("NFD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();
  return byWord.get(letters) ?? beginnings.find(([beginning]) => beginning.test(letters))?.[1];
}
