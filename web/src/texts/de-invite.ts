import type { AdminTexts } from './en-admin.js';

/** What administrators read where they invite somebody, in German. */
export const invite: AdminTexts['invite'] = {
  heading: 'Person einladen',
  name: 'Name',
  nameHelp: 'Mit diesem Namen meldet sich die Person an.',
  known: (name) => `„${name}“ hat schon ein Konto. Eine Einladung würde als diese Person anmelden.`,
  alike: (name) => `„${name}“ ist dem Namen einer Person zu ähnlich, die schon ein Konto hat. Wähle einen anderen.`,
  toKnown: 'Zu dieser Person',
  password: 'Kann ein Passwort festlegen',
  passwordHelp:
    'Ohne Passwort oder Passkey ist nach dem Abmelden oder auf einem neuen Handy keine Anmeldung mehr möglich.',
  passkey: 'Kann Passkeys nutzen',
  passkeyHelp: 'Ein Passkey meldet mit Fingerabdruck, Gesicht oder der PIN des Geräts an. Er braucht HTTPS.',
  child: 'Für ein Kind',
  childHelp:
    'Es sieht nur Filme und Serien bis zu den Altersfreigaben, die du auswählst. Bücher und Musik haben keine. Mehr lässt sich auf der Seite der Person begrenzen.',
  noRatings: 'Die Altersfreigaben lassen sich gerade nicht lesen, deshalb lässt sich nichts begrenzen.',
  noCaps: 'Wähle eine Grenze für Filme und eine für Serien.',
  noLimits:
    'Das Konto ist da, aber die Grenzen für ein Kind ließen sich nicht setzen. Der Link erscheint, sobald sie gelten; du kannst sie auch auf der Seite der Person setzen.',
  create: 'Einladungslink erstellen',
  creating: 'Wird erstellt…',
  missing: 'Gib einen Namen ein.',
  link: 'Einladungslink',
  once: (when) => `Der Link meldet eine Person an, einmal, bis zum ${when}. Nur öffnen verbraucht ihn nicht.`,
  code: 'QR-Code',
  copy: 'Link kopieren',
  copied: 'Der Link ist kopiert.',
  selected: 'Der Link ist markiert. Kopiere ihn mit Strg+C oder halte ihn auf dem Handy gedrückt.',
  onlyHere:
    'Dieser Link funktioniert nur auf diesem Computer. Öffne Usher über den Namen oder die Adresse des Computers statt über localhost und erstelle den Link dort.',
  later: 'Jetzt nicht',
  noWays: 'Der Link funktioniert, aber die Arten der Anmeldung ließen sich nicht erlauben.',
  share: 'Link teilen',
  shareTitle: (name) => `Einladungslink für ${name}`,
  notShared: 'Der Link ließ sich nicht teilen. Kopiere ihn stattdessen.',
  codeFailed: 'Der QR-Code ließ sich nicht zeichnen. Der Link funktioniert trotzdem.',
  noLink: 'Die Antwort des Servers enthält keinen Link, den ein Browser öffnen kann. Versuch es noch einmal.',
  done: 'Fertig',
  linkHeading: 'Neuer Anmeldelink',
  createLink: 'Link erstellen',
  signsIn: {
    admin: (name) => `Der Link meldet als ${name} an, mit allen Rechten der Verwaltung.`,
    child: (name) => `Der Link meldet als ${name} an, ein Kind. Die Grenzen bleiben.`,
    member: (name) => `Der Link meldet als ${name} an, ein Mitglied.`,
  },
};
