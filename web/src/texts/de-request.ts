import type { CountedKind } from '../domain/allowance-use.js';
import type { Texts } from './en.js';

/** What is counted: one, several, and several after “von”. */
const UNITS: Readonly<Record<CountedKind, readonly [one: string, several: string, ofThem: string]>> = {
  movie: ['Film', 'Filme', 'Filmen'],
  tv: ['Staffel', 'Staffeln', 'Staffeln'],
  ebook: ['E-Book', 'E-Books', 'E-Books'],
  audiobook: ['Hörbuch', 'Hörbücher', 'Hörbüchern'],
  music: ['Album', 'Alben', 'Alben'],
};

const counted = (count: number, kind: CountedKind): string => `${count} ${UNITS[kind][count === 1 ? 0 : 1]}`;

/** What the app says where titles are requested, in German. */
export const request: Texts['request'] = {
  heading: (title: string) => `„${title}“ anfragen`,
  seasons: 'Welche Staffeln?',
  allMissing: 'Alle, die fehlen',
  episodes: (count: number) => (count === 1 ? '1 Folge' : `${count} Folgen`),
  season: { there: 'Alles da', coming: 'Unterwegs', waiting: 'Wartet auf Genehmigung', specials: 'Nicht anfragbar' },
  format: { there: 'Da', coming: 'Unterwegs', waiting: 'Wartet auf Genehmigung' },
  scope: {
    all: 'Alle Staffeln werden angefragt.',
    first: 'Die erste Staffel wird angefragt.',
    latest: 'Die neueste Staffel wird angefragt.',
    pilot: 'Die erste Folge wird angefragt.',
  },
  library: 'Bibliothek',
  quality: 'Qualität',
  qualityDefault: 'Standard der Bibliothek',
  allowance: {
    left: (left: number, all: number, kind: CountedKind, days: number) =>
      `${days === 1 ? 'Heute' : days === 7 ? 'Diese Woche' : 'Diesen Monat'} noch ${left} von ${all} ${UNITS[kind][2]} übrig.`,
    takes: (wanted: number) => `Das braucht ${wanted === 0 ? 'nichts davon' : `${wanted} davon`}.`,
    nextFree: (when: string) => `Wieder mehr: ${when}.`,
    over: (wanted: number, left: number, kind: CountedKind) =>
      `${counted(wanted, kind)} gewählt, aber nur noch ${left} frei.`,
    never: (wanted: number, all: number, kind: CountedKind) =>
      all === 0
        ? `Dein Konto kann keine ${UNITS[kind][1]} anfragen.`
        : `${counted(wanted, kind)} gewählt, aber höchstens ${all} möglich. Wähle weniger.`,
    chooseNow: (left: number) => `Wähle jetzt nur ${left}.`,
    fitsFrom: (when: string) => `Platz dafür ist wieder ${when}.`,
    used: (used: number, days: number) =>
      `${used} ${days === 1 ? 'heute' : days === 7 ? 'diese Woche' : 'diesen Monat'}`,
    noLimit: 'Ohne Grenze',
    none: 'Keine',
    kinds: { movie: 'Filme', tv: 'Staffeln', ebook: 'E-Books', audiobook: 'Hörbücher', music: 'Alben' },
  },
  chooseSeason: 'Wähle mindestens eine Staffel.',
  send: 'Anfrage senden',
  sendSeasons: (count: number) => (count === 1 ? '1 Staffel anfragen' : `${count} Staffeln anfragen`),
  fewer: (count: number) => `Wähle ${count} weniger`,
  noneLeft: 'Gerade nichts mehr frei',
  sending: 'Wird gesendet…',
  needsApproval: 'Ein Administrator muss das erst genehmigen.',
  approvedBy: (name: string) => `${name} genehmigt das zuerst.`,
  straight: (library: string) => `Ohne Genehmigung: Es geht direkt an „${library}“.`,
  follow: 'Wie es weitergeht, siehst du unter „Meine Anfragen“.',
  cancel: 'Abbrechen',
  nothing: 'Nichts anzufragen: Alles ist schon da oder unterwegs.',
  done: {
    pending: (title: string) => `„${title}“ ist angefragt und wartet auf Genehmigung.`,
    sent: (title: string) => `Angefragt. „${title}“ ist auf dem Weg in die Bibliothek.`,
    there: (title: string) => `„${title}“ ist schon in der Bibliothek.`,
  },
};
