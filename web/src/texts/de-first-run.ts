import type { firstRun as english } from './en-first-run.js';

/** What the steps of the first run say, in German. */
export const firstRun: typeof english = {
  wizard: {
    heading: 'Usher einrichten',
    library: 'Bibliothek verbinden',
    server: 'Medienserver verbinden',
    serverLead: 'Damit schaut und hört dein Haushalt. Usher kann zeigen, wo ein Titel dort zu finden ist.',
    addServer: 'Medienserver hinzufügen',
    libraryLead: 'Dorthin gehen genehmigte Anfragen. Fang mit einer an, die anderen können jederzeit folgen.',
    isThere: 'Verbunden',
    connected: 'Bibliothek verbunden',
    films: 'Lass Usher nachschlagen',
    filmsLead:
      'Poster, Beschreibungen und die Suche nach Filmen und Serien kommen von TMDB. Der Token ist kostenlos und in etwa zwei Minuten da.',
    filmsThere: 'Filme und Serien lassen sich nachschlagen',
    invite: 'Lade jemanden ein',
    inviteLead:
      'Sie öffnen den Link oder halten die Kamera ihres Handys an den Code, und schon sind sie da. Auszufüllen ist nichts.',
    import: 'Gibt es schon Konten bei Plex, Jellyfin oder Emby? Übernimm sie von dort:',
    toPeople: 'Admin → Personen',
    back: 'Zurück',
    skip: 'Vorerst überspringen',
    next: 'Weiter',
    another: 'Weitere Bibliothek hinzufügen',
    finish: 'Zur Startseite',
    laterLibraries: 'Du findest das später unter Admin → Bibliotheken.',
    gone: 'Diese Bibliothek ist nicht mehr verbunden.',
  },
  tmdb: {
    how: {
      account: ['Melde dich bei TMDB an', ' oder leg ein Konto an.'],
      key: ['Beantrage einen Schlüssel', ': Wähle „Developer“ und schreib „home use“, wo nach dem Zweck gefragt wird.'],
      copy: ['Kopiere den „API Read Access Token“', ', den langen, der mit eyJ beginnt, und füge ihn hier ein.'],
    },
    token: 'TMDB-Token',
    tokenHelp: 'Wird verschlüsselt auf diesem Server gespeichert. Usher probiert ihn aus, sobald du ihn einfügst.',
    without: 'Ohne ihn lassen sich Filme und Serien weder suchen noch anzeigen. Bücher und Musik gehen.',
    there: 'Füge einen anderen Token ein, um stattdessen den zu benutzen.',
    save: 'Token speichern',
    saving: 'Wird geprüft…',
    missing: 'Füge zuerst den Token ein.',
    refused: 'TMDB hat diesen Token abgelehnt. Kopiere den langen „API Read Access Token“, nicht den kurzen „API Key“.',
    unknown:
      'TMDB ist gerade nicht erreichbar, deshalb ließ sich der Token nicht prüfen. Versuch es gleich noch einmal.',
  },
  pasted: {
    trying: 'Wird ausprobiert…',
    works: 'Das klappt. Gespeichert wird beim Speichern.',
    untried: 'Das ließ sich gerade nicht ausprobieren. Geprüft wird beim Speichern.',
  },
  finish: {
    people: 'Wer Zugriff hat',
    assigning: 'Dein Haushalt bekommt Zugriff…',
    assigned: (names) => `Alle mit einem Konto haben Zugriff: ${names}.`,
    some: (names) => `Noch haben nicht alle Zugriff, sondern nur: ${names}.`,
    nobody: 'Noch hat niemand Zugriff.',
    everybody: 'Allen Zugriff geben',
    more: (names, count) => `${names} und ${count === 1 ? 'eine weitere Person' : `${count} weitere`}`,
    later: 'Wer später eingeladen wird, bekommt auch Zugriff.',
    webhook: 'Änderungen',
    installing: (app) => `${app} wird gebeten, Änderungen zu melden…`,
    failed: (app) =>
      `${app} ließ sich nicht so einrichten, dass es Änderungen meldet. Alles funktioniert auch so, nur erscheinen Änderungen etwas später.`,
    reason: (reason) => `Grund: ${reason}`,
    refusals: {
      webhook_unsupported: 'diese Art von Server meldet keine Änderungen',
      callback_unknown: 'die Adresse dieses Servers ist nicht bekannt: setze ARR_CALLBACK_URL',
      webhook_promotion_pending: 'es ist eingerichtet, aber noch nicht bestätigt: versuch es noch einmal',
    },
    reach: (app) =>
      `${app} muss Usher unter der Adresse in deinem Browser erreichen. Steht dort localhost, öffne Usher über den Namen oder die Adresse des Computers und versuch es noch einmal.`,
  },
};
