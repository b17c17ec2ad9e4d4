import type { HistoryTexts } from './en-history.js';

/** What the history of requests says, in German. */
export const deHistory: HistoryTexts = {
  views: 'Anzeigen',
  waiting: 'Wartend',
  history: 'Verlauf',
  list: 'Frühere Anfragen',
  allowance: (left, all, days, format) =>
    `Hat ${days === 1 ? 'heute' : days === 7 ? 'diese Woche' : 'diesen Monat'} noch ${left} von ${all}${
      format === '' ? '' : format === 'ebook' ? ' E-Books' : ' Hörbüchern'
    }`,
  search: 'Titel oder Person',
  find: 'Suchen',
  kind: 'Art',
  anyKind: 'Alle Arten',
  kinds: { movie: 'Filme', tv: 'Serien', book: 'Bücher', music: 'Alben' },
  decision: 'Entscheidung',
  anyDecision: 'Alle Entscheidungen',
  decisions: {
    pending: 'Wartet auf Genehmigung',
    approved: 'Genehmigt',
    denied: 'Abgelehnt',
    cancelled: 'Zurückgezogen',
    unknown: 'Entscheidung unbekannt',
  },
  person: 'Person',
  anyPerson: 'Alle',
  clear: 'Filter zurücksetzen',
  empty: 'Noch hat niemand etwas angefragt.',
  noneFound: 'Keine Anfrage passt zu diesen Filtern.',
  by: (name) => `von ${name}`,
  requestedBy: (names) => `Angefragt von ${names}`,
  more: (names, count) => `${names} und ${count === 1 ? 'einer weiteren Person' : `${count} weiteren`}`,
  in: (library) => `für ${library}`,
  formats: { ebook: 'E-Book', audiobook: 'Hörbuch', both: 'E-Book und Hörbuch' },
  scopes: { all: 'Alle Staffeln', first: 'Erste Staffel', latest: 'Neueste Staffel', pilot: 'Erste Folge' },
  seasons: (numbers: string) => `Staffeln ${numbers}`,
  reason: (reason) => `Grund: ${reason}`,
  decide: 'Genehmigen oder ablehnen',
  loadMore: 'Mehr laden',
};
