import type { titlePages as english } from './en-title-pages.js';

/** What the pages of titles say of what they show, in German. */
export const titlePages: typeof english = {
  about: {
    movie: 'Über diesen Film',
    tv: 'Über diese Serie',
    music: 'Über dieses Album',
    book: 'Über dieses Buch',
  },
  made: {
    directors: 'Regie',
    writers: 'Drehbuch',
    creators: 'Idee',
    originalTitle: 'Originaltitel',
    day: { movie: 'Im Kino', tv: 'Erstausstrahlung' },
    language: 'Sprache',
    studios: 'Studio',
    networks: 'Sender',
    status: 'Stand',
    nextDay: 'Nächste Folge',
    by: { music: 'Interpret', book: 'Autor' },
    released: { music: 'Erschienen', book: 'Erstmals erschienen' },
    type: 'Art',
    series: 'Reihe',
    streams: 'Streaming',
    streamsOn: (services: string) => `${services} (JustWatch)`,
    nowhere: (country: string) => `In ${country} nirgends (JustWatch)`,
  },
  continuation: { running: 'Läuft weiter', ended: 'Beendet', cancelled: 'Abgesetzt' },
  watch: {
    on: (server: string) => `Auf ${server} ansehen`,
    listen: (server: string) => `Auf ${server} anhören`,
    account: 'Mein Konto anlegen',
    accountOn: (server: string) => `auf ${server}`,
    accountLead: (server: string) => `Es ist auf ${server}, wo du noch kein Konto hast.`,
    invited: (server: string) => `Du bist zu ${server} eingeladen. Nimm die Einladung in deiner E-Mail an.`,
    unknown: (server: string) => `${server} lässt sich gerade nicht fragen; ob es dort ist, wissen wir nicht.`,
  },
  track: {
    heading: 'Unterwegs',
    every: 'Alle Schritte',
    point: {
      asked: 'Angefragt',
      approved: 'Genehmigt',
      found: 'Gefunden',
      downloading: 'Wird geladen',
      available: 'In der Bibliothek',
    },
  },
  seasons: {
    facts: (year: string, there: number, all: number) =>
      [year, there > 0 ? `${there} von ${all} Folgen da` : all > 0 ? `${all} ${all === 1 ? 'Folge' : 'Folgen'}` : '']
        .filter(Boolean)
        .join(' · '),
    episodes: 'Folgen',
    of: (name: string) => `Folgen: ${name}`,
    none: 'Noch sind keine Folgen bekannt.',
    word: {
      here: 'Da',
      downloading: 'Wird geladen',
      sought: 'Wird gesucht',
      missing: 'Nicht da',
      unknown: 'Unklar',
      airs: 'Läuft am',
      someday: 'Noch nicht gelaufen',
    },
    episodeCount: (count: number) => (count === 1 ? '1 Folge' : `${count} Folgen`),
  },
  collection: {
    one: 'Filmreihe',
    count: (there: number, all: number) => `${there} von ${all} in der Bibliothek`,
    films: 'Filme',
  },
};
