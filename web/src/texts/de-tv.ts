import type { TvTexts } from './en-tv.js';

/** What the pages of films and series say about showing them on a TV, in German. */
export const deTv: TvTexts = {
  show: 'Auf dem Fernseher zeigen',
  which: 'Auf welchem Fernseher zeigen?',
  cancel: 'Abbrechen',
  waking: (tv) => `„${tv}“ wird geweckt…`,
  patience: 'Das kann bis zu 40 Sekunden dauern.',
  sent: (tv) => `An „${tv}“ gesendet. Ist es da?`,
  sentAgain: (tv) => `Noch einmal an „${tv}“ gesendet.`,
  sendingAgain: (tv) => `Wird noch einmal an „${tv}“ gesendet…`,
  yes: 'Ja',
  no: 'Nein, noch einmal senden',
  close: 'Schließen',
  left: (seconds) =>
    seconds === 1
      ? 'Noch 1 Sekunde lang kannst du es noch einmal senden.'
      : `Noch ${seconds} Sekunden lang kannst du es noch einmal senden.`,
  note: 'Infuse zeigt, was in seiner eigenen Mediathek ist. Ein Titel, der dort fehlt, öffnet sich nicht.',
  faults: {
    not_available: (tv) => `Du kannst „${tv}“ nicht mehr nutzen.`,
    title_unavailable: () => 'Keine deiner Bibliotheken hat gerade eine Datei davon.',
    busy: (tv) => `„${tv}“ ist beschäftigt. Versuch es gleich noch einmal.`,
    identity_changed: (tv) => `„${tv}“ wurde inzwischen geändert, oder ein anderes Gerät hat die Adresse.`,
    needs_pairing: (tv) => `„${tv}“ kennt Usher nicht mehr und muss neu gekoppelt werden.`,
    launch_failed: (tv) => `„${tv}“ hat den Titel nicht geöffnet. Versuch es noch einmal.`,
    player_missing: (tv) => `Auf „${tv}“ ist Infuse nicht installiert. Installiere es dort und versuch es noch einmal.`,
    unsupported: (tv) => `Usher kann auf „${tv}“ gerade keine Titel zeigen.`,
    lookup_unavailable: () =>
      'Eine Bibliothek kann gerade nicht gefragt werden, deshalb wurde nichts gesendet. Versuch es gleich noch einmal.',
    unreachable: (tv) => `„${tv}“ ist nicht erreichbar. Prüfe, ob das Gerät Strom hat und im Netzwerk ist.`,
    timeout: (tv) =>
      `„${tv}“ hat nicht rechtzeitig geantwortet. Sieh nach, ob der Titel schon da ist, bevor du es noch einmal versuchst.`,
    confirmation_expired: () => 'So lässt es sich nicht mehr senden. Zeig es neu auf dem Fernseher.',
    rate_limited: () => 'Das war zu oft. Warte eine Minute und versuch es noch einmal.',
    unavailable: () => 'Der Server konnte das gerade nicht. Versuch es gleich noch einmal.',
  },
  askAdministrator: 'Frag einen Administrator.',
  toBoxes: 'Admin → TV-Boxen',
};
