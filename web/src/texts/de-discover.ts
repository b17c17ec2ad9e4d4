import type { TrackPlace } from '../domain/library-files.js';
import type { DiscoverTexts } from './en-discover.js';
import { titlePages } from './de-title-pages.js';

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
    genres: 'Genres',
    studios: 'Studios',
    networks: 'Sender',
    cinema: 'Im Kino',
    airing: 'Neue Folgen diese Woche',
    upcoming: 'Demnächst',
    newAlbums: 'Neuerscheinungen',
    arrivedAlbums: 'Neue Musik in deiner Bibliothek',
    arrivedBooks: 'Neue Bücher in deiner Bibliothek',
    trendingBooks: 'Was gerade gelesen wird',
  },
  all: { movie: 'Alle Filme', tv: 'Alle Serien' },
  matching: { movie: 'Passende Filme', tv: 'Passende Serien' },
  counted: {
    movie: (count: string, isOne: boolean) => (isOne ? '1 Film' : `${count} Filme`),
    tv: (count: string, isOne: boolean) => (isOne ? '1 Serie' : `${count} Serien`),
  },
  shownOf: (shown: string, all: string) => `${shown} von ${all} zu sehen`,
  filters: 'Filter',
  filter: {
    genre: 'Genre',
    year: 'Jahr',
    rating: 'Bewertung',
    votes: 'Stimmen',
    length: 'Länge',
    language: 'Sprache',
    provider: 'Streaming bei',
    keyword: 'Stichwort',
    studio: 'Studio',
    network: 'Sender',
  },
  sort: {
    label: 'Sortierung',
    popular: 'Beliebtheit',
    rating: 'Bewertung',
    newest: 'Neueste zuerst',
    oldest: 'Älteste zuerst',
    votes: 'Meiste Stimmen',
    title: 'Titel',
  },
  chosen: {
    years: (from: string, to: string) => {
      if (from === to) return from;
      if (from === '') return `bis ${to}`;
      return to === '' ? `ab ${from}` : `${from} bis ${to}`;
    },
    rating: (stars: string) => `Mindestens ${stars} Sterne`,
    votes: (count: string) => `Mindestens ${count} Stimmen`,
    length: (shortest: string, longest: string) => {
      if (shortest === '') return `Höchstens ${longest}`;
      return longest === '' ? `Mindestens ${shortest}` : `${shortest} bis ${longest}`;
    },
  },
  minutes: (minutes: number) => {
    const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
    return [...(hours > 0 ? [`${hours} Std.`] : []), ...(rest > 0 ? [`${rest} Min.`] : [])].join(' ');
  },
  remove: (what: string) => `${what} entfernen`,
  sheet: {
    any: 'Egal',
    from: 'Jahr von',
    to: 'bis',
    yearHint: 'Vier Ziffern, etwa 1927.',
    rating: 'Bewertung mindestens',
    votes: 'bei Stimmen',
    atLeast: (count: string) => `Mindestens ${count}`,
    shortest: 'Länge von',
    longest: 'bis',
    streaming: (country: string) => `Streaming in ${country}`,
    allServices: (count: number) => `Alle ${count} Dienste`,
    keyword: 'Auf Englisch: witch, heist, space travel',
    studio: 'Fang an, einen Namen zu tippen',
    found: { keyword: 'Gefundene Stichwörter', studio: 'Gefundene Studios' },
    notFound: (text: string) => `Nichts heißt „${text}“.`,
    show: { movie: 'Filme zeigen', tv: 'Serien zeigen' },
    showCounted: (counted: string) => `${counted} zeigen`,
    nothing: 'Nichts passt',
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
  calendar: {
    link: 'Kalender',
    heading: 'Was als Nächstes kommt',
    parts: 'Wessen Kalender',
    part: { own: 'In unseren Bibliotheken', films: 'Filme überall', series: 'Serien überall' },
    today: 'Heute',
    tomorrow: 'Morgen',
    way: { cinema: 'Im Kino', digital: 'Zum Streamen oder Kaufen', disc: 'Auf Disc' },
    episodes: (season: number, [first, last]: readonly [number, number]) =>
      first === last ? `Staffel ${season}, Folge ${first}` : `Staffel ${season}, Folgen ${first} bis ${last}`,
    empty: {
      own: 'Im nächsten Monat erscheint nichts aus deinen Bibliotheken.',
      films: 'Im nächsten Monat erscheint kein Film.',
      series: 'Im nächsten Monat beginnt keine Staffel.',
    },
    noLibraries: 'Es gibt noch keine Bibliothek für Filme oder Serien, also wird auf nichts gewartet.',
    failed: (libraries: string) => `${libraries} lässt sich gerade nicht fragen, deshalb kann hier etwas fehlen.`,
  },
  popular: { this_week: 'Beliebt diese Woche', this_month: 'Beliebt diesen Monat', this_year: 'Beliebt dieses Jahr' },
  period: 'Beliebt',
  periods: { this_week: 'Diese Woche', this_month: 'Dieser Monat', this_year: 'Dieses Jahr' },
  genreOf: (genre: string) => `Alben: ${genre}`,
  noAlbums: 'Hier gibt es gerade keine Alben.',
  noBooks: 'Hier gibt es gerade keine Bücher.',
  notConnected:
    'Beliebte Bücher können wir nicht zeigen, weil der Buchkatalog nicht verbunden ist. Nach Büchern suchen kannst du trotzdem.',
  search: {
    start: 'Gib den Namen eines Films, einer Serie oder einer Person ein.',
    startAll: 'Gib ein, wonach du suchst.',
    kinds: { all: 'Alle', films: 'Filme', series: 'Serien', books: 'Bücher', music: 'Musik', people: 'Personen' },
    titles: 'Filme und Serien',
    people: 'Personen',
    albums: 'Alben',
    books: 'Bücher',
    all: (count: string) => `Alle ${count}`,
    nothing: {
      titles: (query: string) =>
        `Keine Filme oder Serien zu „${query}“ gefunden. Prüfe die Schreibweise oder versuch es mit weniger Wörtern.`,
      films: (query: string) => `Keine Filme zu „${query}“ gefunden.`,
      series: (query: string) => `Keine Serien zu „${query}“ gefunden.`,
      people: (query: string) => `Keine Personen zu „${query}“ gefunden.`,
      albums: (query: string) => `Keine Alben zu „${query}“ gefunden.`,
      books: (query: string) => `Keine Bücher zu „${query}“ gefunden.`,
    },
    nothingAtAll: {
      heading: 'Nichts gefunden',
      says: (kinds: string) => `Nicht unter ${kinds}. Prüfe die Schreibweise oder versuch es mit weniger Wörtern.`,
      among: { films: 'Filmen', series: 'Serien', books: 'Büchern', music: 'Musik', people: 'Personen' },
      browse: 'Stattdessen stöbern',
    },
    found: {
      albums: (count: number) => (count === 1 ? '1 Album gefunden' : `${count} Alben gefunden`),
      books: (count: number) => (count === 1 ? '1 Buch gefunden' : `${count} Bücher gefunden`),
      people: (count: number) => (count === 1 ? '1 Person gefunden' : `${count} Personen gefunden`),
    },
    searching: {
      albums: 'Die Suche läuft noch. Der Musikkatalog braucht etwas länger.',
      books: 'Die Suche läuft noch. Der Buchkatalog braucht etwas länger.',
    },
    more: 'Mehr Filme und Serien laden',
    knownFor: {
      Acting: 'Schauspiel',
      Art: 'Szenenbild',
      Camera: 'Kamera',
      'Costume & Make-Up': 'Kostüm und Maske',
      Creator: 'Idee',
      Crew: 'Team',
      Directing: 'Regie',
      Editing: 'Schnitt',
      Lighting: 'Licht',
      Production: 'Produktion',
      Sound: 'Ton',
      'Visual Effects': 'Effekte',
      Writing: 'Drehbuch',
    },
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
  ...titlePages,
  unknownNote: 'Ist es doch nicht da, kannst du es anfragen, sobald die Bibliothek antwortet.',
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
