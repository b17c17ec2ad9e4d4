const MONTHS: Readonly<Record<string, string>> = {
  January: 'Januar',
  February: 'Februar',
  March: 'März',
  April: 'April',
  May: 'Mai',
  June: 'Juni',
  July: 'Juli',
  August: 'August',
  September: 'September',
  October: 'Oktober',
  November: 'November',
  December: 'Dezember',
};

const UNITS: Readonly<Record<string, string>> = { episodes: 'Folgen', formats: 'Formaten', tracks: 'Titeln' };

/** Whole sentences of the server: the steps of a request, why it waits, and background jobs. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Requested.': 'Angefragt.',
    'Waiting for approval.': 'Wartet auf Genehmigung.',
    'No approval needed.': 'Keine Genehmigung nötig.',
    'Approved.': 'Genehmigt.',
    'Declined.': 'Abgelehnt.',
    'The request was cancelled.': 'Die Anfrage wurde zurückgezogen.',
    'The request was closed.': 'Die Anfrage wurde geschlossen.',
    'Sent to the library once it is approved.': 'Geht an die Bibliothek, sobald sie genehmigt ist.',
    'Not sent to the library.': 'Nicht an die Bibliothek gesendet.',
    'Not sent to the library yet.': 'Noch nicht an die Bibliothek gesendet.',
    'Sent to the library.': 'An die Bibliothek gesendet.',
    'Being sent to the library.': 'Wird an die Bibliothek gesendet.',
    'The library is still adding it.': 'Die Bibliothek nimmt es gerade auf.',
    "The library couldn't take it yet. We'll try again.":
      'Die Bibliothek konnte es noch nicht aufnehmen. Wir versuchen es wieder.',
    "The library couldn't take it yet. We'll keep trying.":
      'Die Bibliothek konnte es noch nicht aufnehmen. Wir versuchen es weiter.',
    'Not started yet.': 'Noch nicht begonnen.',
    'Not needed any more.': 'Nicht mehr nötig.',
    'Available anyway.': 'Trotzdem verfügbar.',
    "Can't tell right now.": 'Gerade nicht feststellbar.',
    'Found.': 'Gefunden.',
    'Not in the library.': 'Nicht in der Bibliothek.',
    'Nobody is looking for it.': 'Niemand sucht danach.',
    'Not released yet.': 'Noch nicht erschienen.',
    'Looking for it.': 'Wird gesucht.',
    'Downloading.': 'Wird geladen.',
    'Downloaded.': 'Geladen.',
    'The download is paused.': 'Der Download ist angehalten.',
    "The download isn't getting anywhere.": 'Der Download kommt nicht voran.',
    'The download failed.': 'Der Download ist fehlgeschlagen.',
    'Not downloading yet.': 'Wird noch nicht geladen.',
    'Imported.': 'Importiert.',
    "Downloaded, but the library couldn't import it.": 'Geladen, aber die Bibliothek konnte es nicht importieren.',
    'Being imported.': 'Wird importiert.',
    'Not imported yet.': 'Noch nicht importiert.',
    'Ready to enjoy.': 'Bereit. Viel Spaß!',
    'Not ready yet.': 'Noch nicht bereit.',
    'It was already there.': 'Es war schon da.',
    'It came another way.': 'Es kam auf anderem Weg.',
    'An administrator has to approve it first.': 'Ein Administrator muss es erst genehmigen.',
    "The library is still adding the author's books. We'll check again.":
      'Die Bibliothek nimmt noch die Bücher des Autors auf. Wir sehen wieder nach.',
    'You no longer have access to this library. Ask an administrator.':
      'Du hast keinen Zugriff mehr auf diese Bibliothek. Frag einen Administrator.',
    "This title isn't available to you.": 'Diesen Titel gibt es für dich nicht.',
    'The library was removed. Ask an administrator.': 'Die Bibliothek wurde entfernt. Frag einen Administrator.',
    "The library doesn't know this title. An administrator needs to look.":
      'Die Bibliothek kennt diesen Titel nicht. Ein Administrator muss nachsehen.',
    'Requests for this series are on hold. Ask an administrator.':
      'Anfragen für diese Serie ruhen gerade. Frag einen Administrator.',
    "The library doesn't know this series. An administrator needs to look.":
      'Die Bibliothek kennt diese Serie nicht. Ein Administrator muss nachsehen.',
    "The library doesn't have all of these seasons. An administrator needs to look.":
      'Die Bibliothek hat nicht alle diese Staffeln. Ein Administrator muss nachsehen.',
    "The library isn't set up for this format yet. An administrator needs to look.":
      'Die Bibliothek ist für dieses Format noch nicht eingerichtet. Ein Administrator muss nachsehen.',
    'The library has no edition in this format. An administrator needs to look.':
      'Die Bibliothek hat keine Ausgabe in diesem Format. Ein Administrator muss nachsehen.',
    "The library couldn't take it. An administrator needs to look.":
      'Die Bibliothek konnte es nicht aufnehmen. Ein Administrator muss nachsehen.',
    "Can't tell right now. An administrator may need to look.":
      'Gerade nicht feststellbar. Vielleicht muss ein Administrator nachsehen.',
    'The library it was sent to was removed.': 'Die Bibliothek, an die es ging, wurde entfernt.',
    "The library can't be reached right now. We'll keep trying.":
      'Die Bibliothek ist gerade nicht erreichbar. Wir versuchen es weiter.',
    'It was removed from the library.': 'Es wurde aus der Bibliothek entfernt.',
    "It's downloaded, but the library couldn't import it. An administrator needs to look.":
      'Es ist geladen, aber die Bibliothek konnte es nicht importieren. Ein Administrator muss nachsehen.',
    "The download isn't getting anywhere right now.": 'Der Download kommt gerade nicht voran.',
    'The library has stopped looking for it. An administrator can switch it on again.':
      'Die Bibliothek sucht nicht mehr danach. Ein Administrator kann das wieder einschalten.',
    'The download failed. The library looks for another one.':
      'Der Download ist fehlgeschlagen. Die Bibliothek sucht einen anderen.',
    'Nothing found yet. The library keeps looking.': 'Noch nichts gefunden. Die Bibliothek sucht weiter.',
    'Clean up old sign-ins': 'Alte Anmeldungen aufräumen',
    'Send notifications': 'Benachrichtigungen senden',
    'Sends chat posts and push messages, and tries again those that certainly did not arrive.':
      'Sendet Chat-Beiträge und Push-Nachrichten und versucht noch einmal, was sicher nicht angekommen ist.',
    'Prepare notifications': 'Benachrichtigungen vorbereiten',
    'Look for requests that get nowhere': 'Nach Anfragen suchen, zu denen nichts kommt',
    'Looks for requests of which nothing has arrived for a long time, so that administrators can be told.':
      'Sucht nach Anfragen, zu denen lange nichts gekommen ist, damit Administratoren benachrichtigt werden können.',
    'Turns what has happened to requests and to access at Plex into notifications.':
      'Macht aus dem, was mit Anfragen und dem Zugang bei Plex geschehen ist, Benachrichtigungen.',
    'Clean up old notifications': 'Alte Benachrichtigungen aufräumen',
    'Removes the record of notifications that were sent or ended more than 30 days ago.':
      'Entfernt die Einträge von Benachrichtigungen, die vor mehr als 30 Tagen gesendet wurden oder geendet haben.',
    'Look for new arrivals': 'Nach Neuem sehen',
    'Looks in the libraries for what people have requested, so that they can be told when it is there.':
      'Sieht in den Bibliotheken nach, was angefragt wurde, damit alle erfahren, wenn es da ist.',
    'Register phones for push messages': 'Telefone für Push-Nachrichten anmelden',
    'Tells the push gateway which phones may be sent messages, and which not any more.':
      'Sagt dem Push-Gateway, welche Telefone Nachrichten bekommen dürfen und welche nicht mehr.',
    'Tell of new content that has come meanwhile': 'Von Neuem berichten, das inzwischen da ist',
    'After a restart, sends push messages about films, episodes, books and albums that came while the server was off.':
      'Sendet nach einem Neustart Push-Nachrichten über Filme, Folgen, Bücher und Alben, die kamen, während der Server aus war.',
    'Removes invite links, setup links and sessions that have expired.':
      'Entfernt abgelaufene Einladungslinks, Einrichtungslinks und Sitzungen.',
    'Note when devices were last used': 'Festhalten, wann Geräte zuletzt genutzt wurden',
    'Saves when each signed-in device was last active.': 'Speichert, wann jedes angemeldete Gerät zuletzt aktiv war.',
    'Follow libraries in use': 'Genutzten Bibliotheken folgen',
    'Keeps an eye on the libraries of people who have the app open, so that their pages stay up to date.':
      'Behält die Bibliotheken der Personen im Blick, die die App offen haben, damit ihre Seiten aktuell bleiben.',
    'Check live connections': 'Live-Verbindungen prüfen',
    'Closes the live connection of anyone who has been signed out or lost access.':
      'Schließt die Live-Verbindung aller, die abgemeldet wurden oder keinen Zugriff mehr haben.',
    'Sign out of Plex': 'Bei Plex abmelden',
    'Ends the sign-ins at Plex by which people have shown which account is theirs.':
      'Beendet die Anmeldungen bei Plex, mit denen Personen ihr Konto gezeigt haben.',
    'Send Plex invitations': 'Plex-Einladungen senden',
    'Invites people to the Plex servers they were given, and takes back invitations sent to an old address.':
      'Lädt Personen zu ihren Plex-Servern ein und nimmt Einladungen an alte Adressen zurück.',
    'Read Plex libraries': 'Plex-Bibliotheken lesen',
    'Reads which titles Plex servers hold, so that their pages can link to them.':
      'Liest, welche Titel auf Plex-Servern liegen, damit ihre Seiten dorthin verlinken können.',
    'Update media server accounts': 'Konten auf Medienservern aktualisieren',
    'Brings the accounts on media servers in line with what each person may use.':
      'Gleicht die Konten auf Medienservern mit dem ab, was jede Person nutzen darf.',
    'Finish new media server accounts': 'Neue Konten auf Medienservern fertigstellen',
    'Finishes or undoes accounts on media servers whose creation was interrupted.':
      'Stellt Konten auf Medienservern fertig, deren Erstellung unterbrochen wurde, oder nimmt sie zurück.',
    'Check downloads': 'Downloads prüfen',
    'Looks at the download queues of the libraries that people are watching.':
      'Sieht in die Warteschlangen der Bibliotheken, die gerade jemand ansieht.',
    'Check download clients': 'Download-Clients prüfen',
    'Looks at the queues of the download clients while an administrator has the app open.':
      'Sieht in die Warteschlangen der Download-Clients, solange jemand mit Administratorrechten die App offen hat.',
    'Send requests to libraries': 'Anfragen an Bibliotheken senden',
    'Sends approved requests to their libraries, and tries again those that failed.':
      'Sendet genehmigte Anfragen an ihre Bibliotheken und versucht fehlgeschlagene noch einmal.',
    'Compare the seasons of series': 'Staffeln von Serien vergleichen',
    'Compares the seasons of requested series in the libraries with those of the metadata provider.':
      'Vergleicht die Staffeln angefragter Serien in den Bibliotheken mit denen des Anbieters von Metadaten.',
    'Check the set-top box helper': 'Hilfsprogramm für TV-Boxen prüfen',
    'Finds out whether the program that speaks to set-top boxes is there and can be used.':
      'Stellt fest, ob das Programm da und brauchbar ist, das mit TV-Boxen spricht.',
    'Nightly backup': 'Nächtliche Sicherung',
    'Checks whether the backup of the night is due, and makes it if so.':
      'Prüft, ob die Sicherung der Nacht fällig ist, und erstellt sie dann.',
    'There is no room left on the disk for the database.': 'Für die Datenbank ist kein Platz mehr auf der Festplatte.',
    "The database couldn't be read or written.": 'Die Datenbank ließ sich nicht lesen oder schreiben.',
    "A connected app or provider didn't answer.": 'Eine verbundene App oder ein Anbieter hat nicht geantwortet.',
    "A connected app or provider gave an answer that couldn't be read.":
      'Die Antwort einer verbundenen App oder eines Anbieters war nicht lesbar.',
    'Something unexpected went wrong. The log of the server says more.':
      'Etwas Unerwartetes ist schiefgegangen. Mehr steht im Protokoll des Servers.',
    'There is no room left on the disk for a backup.': 'Für eine Sicherung ist kein Platz mehr auf der Festplatte.',
    "The backup folder can't be used. Check that it exists and can be written.":
      'Der Ordner der Sicherungen ist nicht nutzbar. Prüfe, ob es ihn gibt und ob er beschreibbar ist.',
    "The database couldn't be copied for the backup.": 'Die Datenbank ließ sich für die Sicherung nicht kopieren.',
    'The backup did not pass its check.': 'Die Sicherung hat ihre Prüfung nicht bestanden.',
    "The key of the server doesn't open the backup.": 'Der Schlüssel des Servers öffnet die Sicherung nicht.',
    "The backup needs a key that isn't there.": 'Die Sicherung braucht einen Schlüssel, den es hier nicht gibt.',
    'The backup was made by a newer version.': 'Die Sicherung stammt von einer neueren Version.',
    "The backup couldn't be made. The log of the server says more.":
      'Die Sicherung ließ sich nicht erstellen. Mehr steht im Protokoll des Servers.',
  }),
);

/** Sentences with something in them. */
const PATTERNS: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^Declined: ([^]*)$/, (reason = '') => `Abgelehnt: ${reason}`],
  [/^Not released yet\. Expected on (\d+) (\w+) (\d+)\.$/, (day, month = '', year) => expected(day, month, year)],
  [
    /^Found (\d+) of (\d+) (\w+)\. Looking for the rest\.$/,
    (...parts) => `${counted(parts)} gefunden. Der Rest wird gesucht.`,
  ],
  [/^(\d+) of (\d+) (\w+) imported\.$/, (...parts) => `${counted(parts)} importiert.`],
  [/^(\d+) of (\d+) (\w+) are ready\.$/, (...parts) => `${counted(parts)} sind bereit.`],
];

const expected = (day = '', month: string, year = ''): string =>
  `Noch nicht erschienen. Erwartet am ${day}. ${MONTHS[month] ?? month} ${year}.`;

const counted = ([files, total, unit = '']: readonly string[]): string =>
  `${files} von ${total} ${UNITS[unit] ?? unit}`;

/** A sentence of the server in German; as it is where nobody has translated it. */
export function fromServer(sentence: string): string {
  const known = SENTENCES.get(sentence);
  if (known !== undefined) return known;
  for (const [pattern, said] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found) return said(...found.slice(1));
  }
  return sentence;
}
