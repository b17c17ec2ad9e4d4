import type { CountedKind } from '../domain/allowance-use.js';
import type { QueueTexts } from './en-queue.js';

/** After a number of them, as in "von 3 Filmen". */
const UNITS: Readonly<Record<CountedKind, readonly [one: string, more: string]>> = {
  movie: ['Film', 'Filmen'],
  tv: ['Staffel', 'Staffeln'],
  ebook: ['E-Book', 'E-Books'],
  audiobook: ['Hörbuch', 'Hörbüchern'],
  music: ['Album', 'Alben'],
};

/** What the queue of administrators says, and what decides in place, in German. */
export const deQueue: QueueTexts = {
  what: 'Was',
  who: 'Wer, seit wann',
  goes: 'Kommt nach',
  others: (count) => (count === 1 ? 'und eine weitere Person' : `und ${count} weitere`),
  stuck: 'Hängt',
  left: (left, all, kind, days) =>
    `${days === 1 ? 'Heute' : days === 7 ? 'Diese Woche' : 'Diesen Monat'} noch ${left} von ${all} ${UNITS[kind][all === 1 ? 0 : 1]}`,
  over: (over) => `${over} zu viel`,
  noLimit: 'Ohne Grenze',
  ownQuality: 'Übliche Qualität',
  more: (title) => `Mehr zu „${title}“`,
  openTitle: 'Titel öffnen',
  everyStep: 'Jeder Schritt der Anfrage',
  limitsOf: (name) => `Grenzen von ${name}`,
  moreFilters: 'Mehr Filter',
  kind: 'Art',
  person: 'Person',
  anyPerson: 'Alle',
  age: 'Wartet seit',
  anyAge: 'Egal wie lange',
  ages: { '1': 'Einem Tag oder länger', '7': 'Einer Woche oder länger', '30': 'Einem Monat oder länger' },
  clear: 'Filter zurücksetzen',
  start: 'Auswählen',
  stop: 'Fertig',
  bulk: 'Ausgewählte Anfragen',
  nothing: 'Nichts wartet auf dich',
  nothingText: 'Was jemand anfragt, steht hier, bis du entscheidest.',
  history: 'Bisherige Anfragen',
  askedBy: (name, when) => `Angefragt von ${name}, ${when}`,
  why: 'Warum',
  ownWords: 'In eigenen Worten',
  here: {
    waiting: (count) => (count === 1 ? '1 Person wartet auf dich' : `${count} Personen warten auf dich`),
    approveFor: (names) => `Für ${names} genehmigen`,
    heading: 'Angefragt',
    queue: 'Alle wartenden Anfragen',
  },
};
