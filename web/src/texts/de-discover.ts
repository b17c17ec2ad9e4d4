import type { TrackPlace } from '../domain/library-files.js';
import type { DiscoverTexts } from './en-discover.js';

/** What the pages say on which titles are found and requested, in German. */
export const deDiscover: DiscoverTexts = {
  heading: {
    films: 'Filme entdecken',
    series: 'Serien entdecken',
    music: 'Musik entdecken',
    books: 'Bücher entdecken',
  },
  tabs: { films: 'Filme', series: 'Serien', music: 'Musik', books: 'Bücher' },
  kinds: 'Kategorien',
  nothing: 'Hier gibt es noch nichts zu entdecken. Dafür muss erst eine Bibliothek verbunden sein.',
  connect: 'Bibliothek verbinden',
  shelf: {
    trending: 'Gerade angesagt',
    cinema: 'Im Kino',
    airing: 'Neue Folgen diese Woche',
    topFilms: 'Bestbewertete Filme',
    topSeries: 'Bestbewertete Serien',
    upcoming: 'Demnächst',
    newAlbums: 'Neuerscheinungen',
    arrivedAlbums: 'Neue Musik in deiner Bibliothek',
    arrivedBooks: 'Neue Bücher in deiner Bibliothek',
    trendingBooks: 'Was gerade gelesen wird',
  },
  all: { movie: 'Alle Filme', tv: 'Alle Serien' },
  matching: { movie: 'Passende Filme', tv: 'Passende Serien' },
  filters: 'Filter',
  filter: {
    genre: 'Genre',
    year: 'Jahr',
    language: 'Sprache',
    provider: 'Streaming bei',
  },
  any: {
    genre: 'Alle Genres',
    year: 'Alle Jahre',
    language: 'Alle Sprachen',
    provider: 'Alle Dienste',
  },
  clear: 'Filter zurücksetzen',
  noLibrary: {
    films: 'Für Filme hast du hier noch keine Bibliothek.',
    series: 'Für Serien hast du hier noch keine Bibliothek.',
    music: 'Für Musik hast du hier noch keine Bibliothek.',
    books: 'Für Bücher hast du hier noch keine Bibliothek.',
  },
  more: 'Mehr laden',
  noMatch: 'Zu diesen Filtern passt nichts. Versuch es mit weniger.',
  popular: { this_week: 'Beliebt diese Woche', this_month: 'Beliebt diesen Monat', this_year: 'Beliebt dieses Jahr' },
  period: 'Beliebt',
  periods: { this_week: 'Diese Woche', this_month: 'Dieser Monat', this_year: 'Dieses Jahr' },
  genreOf: (genre: string) => `Alben: ${genre}`,
  noAlbums: 'Hier gibt es gerade keine Alben.',
  noBooks: 'Hier gibt es gerade keine Bücher.',
  notConnected:
    'Beliebte Bücher können wir nicht zeigen, weil der Buchkatalog nicht verbunden ist. Nach Büchern suchen kannst du trotzdem.',
  search: {
    start: 'Gib den Namen eines Films oder einer Serie ein.',
    startAll: 'Gib ein, wonach du suchst.',
    titles: 'Filme und Serien',
    albums: 'Alben',
    books: 'Bücher',
    nothing: {
      titles: (query: string) =>
        `Keine Filme oder Serien zu „${query}“ gefunden. Prüfe die Schreibweise oder versuch es mit weniger Wörtern.`,
      albums: (query: string) => `Keine Alben zu „${query}“ gefunden.`,
      books: (query: string) => `Keine Bücher zu „${query}“ gefunden.`,
    },
    found: {
      albums: (count: number) => (count === 1 ? '1 Album gefunden' : `${count} Alben gefunden`),
      books: (count: number) => (count === 1 ? '1 Buch gefunden' : `${count} Bücher gefunden`),
    },
    searching: 'Suche läuft…',
  },
  by: (name: string) => `von ${name}`,
  releaseType: { album: 'Album', ep: 'EP', single: 'Single', broadcast: 'Sendung', other: 'Veröffentlichung' },
  formats: 'Welche Formate?',
  chooseFormat: 'Wähle mindestens ein Format.',
  library: 'Bibliothek',
  libraries: 'Deine Bibliotheken',
  nothingToRequest: 'Hier gibt es nichts anzufragen: Alles ist schon da oder unterwegs.',
  /** What is said otherwise of albums and books than of what is watched. */
  help: {
    music: {
      available: 'In der Bibliothek, bereit zum Anhören.',
      partial: 'Einige Stücke daraus sind in der Bibliothek.',
    },
    book: {
      available: 'In der Bibliothek, bereit zum Lesen oder Anhören.',
      ebook: 'In der Bibliothek, bereit zum Lesen.',
      audiobook: 'In der Bibliothek, bereit zum Anhören.',
      partial: 'Eines der Formate ist in der Bibliothek.',
    },
  },
  unknownBecause: {
    identity_ambiguous: 'In der Bibliothek gibt es mehrere Bücher, die gemeint sein könnten.',
    format_unresolved: 'Die Bibliothek verrät nicht, ob sie das E-Book oder das Hörbuch hat.',
    tv_match_ambiguous:
      'Es ist nicht sicher, welche Serie oder welche Staffeln der Bibliothek gemeint sind. Das muss erst ein Administrator festlegen.',
  },
  download: {
    button: 'Herunterladen',
    preparing: 'Wird vorbereitet…',
    begun: (name: string, size: string) =>
      `Dein Browser speichert ${name} (${size}). Dort siehst du, wie weit er ist, und kannst anhalten und fortsetzen. Bricht es ganz ab, lade die Datei noch einmal herunter.`,
    episodes: 'Folgen herunterladen',
    episode: (numbers: readonly number[], title: string) => {
      const [first, last] = [numbers[0], numbers.at(-1)];
      if (numbers.length > 1) return `Folgen ${first} bis ${last}`;
      return title === '' ? `Folge ${first}` : `Folge ${first}: ${title}`;
    },
    files: { music: 'Stücke', book: 'Dateien' },
    tracks: (tracks: readonly TrackPlace[]) =>
      tracks
        .map(({ disc, number, title }) => `${disc === undefined ? '' : `CD ${disc}, `}${number}. ${title || 'Stück'}`)
        .join(' / '),
    nothing: 'Hier gibt es gerade nichts herunterzuladen.',
    refused: {
      404: 'Diese Datei lässt sich nicht mehr herunterladen.',
      409: 'Die Datei liegt nicht dort, wo der Server lesen darf. Sag es denen, die den Server betreiben.',
      429: 'Du hast zu viele Downloads begonnen. Versuch es in ein paar Minuten noch einmal.',
    },
  },
  follow: {
    start: 'Sag mir, wenn es da ist',
    stop: 'Nicht mehr Bescheid sagen',
    hint: 'Ein Beitrag in Discord erwähnt dich, sobald es verfügbar ist, wenn es bis dahin jemand angefragt hat. Angefragt wird damit nichts.',
    missing: {
      id: 'Speichere dafür deine Discord-Benutzer-ID unter',
      switch: 'Schalte dafür Erwähnungen von Verfügbarem ein unter',
    },
    profile: 'Profil → Benachrichtigungen',
    full: 'Du folgst schon 200 Titeln, mehr geht nicht. Folge zuerst einem anderen nicht mehr.',
  },
  trailer: 'Trailer',
  newTab: 'öffnet sich in einem neuen Tab',
  votes: (count: string) => `${count} Stimmen`,
  rated: 'Bewertung',
  certified: 'Freigegeben ab',
  story: 'Handlung',
  cast: 'Besetzung',
  alike: 'Ähnliche Titel',
  liked: 'Das könnte dir auch gefallen',
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
    collection: 'Filmreihe',
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
  unknownNote: 'Ist es doch nicht da, kannst du es anfragen, sobald die Bibliothek antwortet.',
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
    request: 'Anfragen',
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
    requestSome: 'Staffeln anfragen',
  },
  collection: {
    one: 'Filmreihe',
    count: (there: number, all: number) => `${there} von ${all} in der Bibliothek`,
    films: 'Filme',
  },
  tracks: 'Stücke',
  formatsHeading: 'Formate',
  formatsLead: 'E-Book und Hörbuch sind zwei Anfragen.',
  person: {
    one: 'Person',
    born: (day: string) => `Geboren am ${day}`,
    died: (day: string) => `Gestorben am ${day}`,
    from: (place: string) => `Aus ${place}`,
    noBiography: 'Noch keine Biografie vorhanden.',
    titles: 'Filme und Serien',
    noTitles: 'Keine Filme oder Serien vorhanden.',
  },
};
