import type { LibraryTexts } from './en-libraries.js';

/** What the dialogs about one library or media server say, in German. */
export const deLibraries: LibraryTexts = {
  plex: {
    lead: 'Melde dich mit dem Plex-Konto an, dem der Server gehört. Du bestätigst das auf der Seite von Plex.',
    begin: 'Plex-Konto verbinden',
    beginning: 'Plex wird gefragt…',
    open: 'Bei Plex bestätigen',
    code: (code) => `Fragt Plex nach einem Code, gib ${code} ein.`,
    waiting: 'Warten auf deine Bestätigung…',
    expired: 'Das hat zu lange gedauert, der Code gilt nicht mehr. Fang noch einmal an.',
    linked: (account) => `Verbunden als ${account}.`,
    server: 'Welcher Server?',
    noServers: 'Diesem Konto gehört kein Server. Fang noch einmal an, mit dem Konto, dem er gehört.',
    chooseServer: 'Wähle einen Server.',
    again: 'Neu anfangen',
    againLead: 'Melde dich mit dem Plex-Konto an, dem der Server gehört. Der Zugriff der Personen bleibt, wie er ist.',
    otherServer: 'Das ist ein anderer Server. Bis du neu auswählst, sind alle seine Bibliotheken zu sehen.',
    publicHelp: 'Hier öffnet dein Haushalt Plex. Lass das Feld leer für die Seite von Plex selbst.',
    autoApprove: 'Personen sofort einladen',
    autoApproveHelp:
      'Wer hier die E-Mail-Adresse des eigenen Plex-Kontos angibt, bekommt ohne Rückfrage Zugriff und eine Einladung.',
    account: 'Plex-Konto',
    relink: 'Plex-Konto neu verknüpfen',
    relinkHelp: 'Falls Plex Usher ablehnt oder der Server jetzt einem anderen Plex-Konto gehört.',
  },
  shared: {
    libraries: 'Sichtbare Bibliotheken',
    lead: 'Für Konten, die Usher auf diesem Server erstellt hat oder aktuell hält.',
    defaultLead: 'Für Konten, die Usher erstellt hat oder aktuell hält, wenn für die Person nichts Eigenes gilt.',
    all: 'Alle Bibliotheken, auch spätere',
    some: 'Nur diese Bibliotheken',
    gone: (id) => `Eine Bibliothek, die es nicht mehr gibt (${id})`,
    none: 'Der Server hat noch keine Bibliotheken.',
    choose: 'Wähle mindestens eine Bibliothek oder alle.',
  },
  folders: {
    lead: (app) =>
      `${app} kennt seine Ordner vielleicht unter anderen Namen als Usher. Ordne sie einander zu, damit Usher die Dateien findet.`,
    roots: (folders) => `Hier darf Usher nachsehen: ${folders}`,
    theirs: (app, number) => `Ordner ${number} in ${app}`,
    ours: (number) => `Ordner ${number} in Usher`,
    none: 'Noch ist kein Ordner zugeordnet.',
    add: 'Ordner hinzufügen',
    removeNumber: (number) => `Ordner ${number} entfernen`,
    fault: (reason) => `Dieser Ordner passt nicht: ${reason}.`,
  },
  holders: {
    lead: 'Wer Zugriff hat, sieht, wo es etwas anzusehen oder anzuhören gibt. Bei Bibliotheken sind auch Anfragen möglich.',
    filter: 'Person suchen',
    all: 'Alle',
    none: 'Niemand heißt so.',
    save: 'Speichern',
    saving: 'Wird gespeichert…',
    saved: (name) => `Der Zugriff auf „${name}“ ist gespeichert.`,
    chosen: (chosen, all) => `${chosen} von ${all} ${all === 1 ? 'Person hat' : 'Personen haben'} Zugriff.`,
  },
};
