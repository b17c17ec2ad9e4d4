import type { HomeTexts } from './en-home.js';

/** What Home says of what is ready, of what is coming down and of what is wrong, in German. */
export const deHome: HomeTexts = {
  readyToWatch: 'Bereit zum Anschauen',
  readyNow: 'Neu und bereit zum Anschauen',
  isNew: 'Neu seit deinem letzten Besuch',
  ready: 'Bereit für dich',
  watch: 'Ansehen',
  listen: 'Anhören',
  read: 'Lesen',
  watchOn: (server: string) => `Auf ${server} ansehen`,
  titleOn: (title: string, server: string) => `${title} auf ${server}`,
  newTab: 'öffnet sich in einem neuen Tab',
  rated: 'Bewertet mit ',
  aboutIt: { movie: 'Über diesen Film', tv: 'Über diese Serie' },
  whatToSee: 'Worauf hast du Lust?',
  first:
    'Such dir etwas zum Sehen, Lesen oder Hören und frag mit einem Klick an. Es erscheint hier, und wir sagen dir, wenn es da ist.',
  firstChild: 'Such dir etwas Schönes und frag danach. Hier siehst du, wenn es da ist.',
  lookAround: 'Umschauen',
  doors: { films: 'Filme', series: 'Serien', music: 'Musik', books: 'Bücher' },
  waiting: (count: number) => (count === 1 ? '1 Anfrage wartet auf dich' : `${count} Anfragen warten auf dich`),
  token: {
    heading: 'Usher kann noch keine Filme und Serien nachschlagen.',
    says: 'Dafür braucht es ein kostenloses TMDB-Token, und es ist keins gespeichert. Bis dahin gibt es keine Poster, keine Suche und keine Vorschläge für Filme und Serien. Alles andere geht.',
    takes: 'Dauert zwei Minuten. Nur du siehst das.',
    ask: 'Bis dahin gibt es hier keine Vorschläge. Frag die Person, die diesen Server betreibt.',
  },
  silent: {
    heading: (names: string, count: number) =>
      count === 1 ? `${names} ist gerade nicht erreichbar.` : `${names} sind gerade nicht erreichbar.`,
    says: 'Wir fragen von selbst wieder nach. Bis dahin können wir nicht sagen, wie es dort steht. Anfragen bleiben erhalten und werden gesendet, sobald Antwort kommt.',
  },
  coming: (count: number | null) => {
    if (count === null) return 'Sehen, was gerade geladen wird';
    return count === 1 ? 'Ein Download läuft gerade' : `${count} Downloads laufen gerade`;
  },
};
