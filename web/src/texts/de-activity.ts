import type { ActivityTexts } from './en-activity.js';

/** What a library has to have, by its code: what is missing, what stands for it afterwards, and more than what there is. */
export const DE_PLACES: Readonly<Record<string, readonly [string, string, string]>> = {
  place_quality_profile: ['ein Qualitätsprofil', 'eins', 'ein Qualitätsprofil'],
  place_metadata_profile: ['ein Metadatenprofil', 'eins', 'ein Metadatenprofil'],
  place_root_folder: ['ein Stammordner', 'einen', 'einen Stammordner'],
};

const FORMATS: Readonly<Record<string, string>> = { ebook: 'E-Books', audiobook: 'Hörbücher' };

/** What the page about activity says, in German. */
export const deActivity: ActivityTexts = {
  heading: 'Aktivität',
  lead: 'Genehmigte Anfragen, die noch nicht in ihrer Bibliothek angekommen sind.',
  downloads: 'Sehen, was gerade geladen wird',
  empty: 'Nichts hängt fest. Alle genehmigten Anfragen sind in ihrer Bibliothek angekommen.',
  waits: {
    person: { heading: 'Hier bist du gefragt', text: 'Das geht nicht von selbst weiter.' },
    time: {
      heading: 'Usher versucht es weiter',
      text: 'Die Bibliothek hat das noch nicht angenommen. Usher versucht es von selbst noch einmal.',
    },
    library: {
      heading: 'Die Bibliothek arbeitet daran',
      text: 'Es geht weiter, sobald die Bibliothek fertig ist.',
    },
  },
  from: (name, others) =>
    others === 0
      ? `Angefragt von ${name}`
      : `Angefragt von ${name} und ${others === 1 ? 'einer weiteren Person' : `${others} weiteren`}`,
  in: (library) => `für ${library}`,
  format: { ebook: 'E-Book', audiobook: 'Hörbuch' },
  tried: (count) => (count === 1 ? '1 Versuch' : `${count} Versuche`),
  lastTry: 'Letzter Versuch',
  nextTry: 'Nächster Versuch',
  now: 'jeden Moment',
  details: {
    answer: (words = '') => `Antwort der Bibliothek: ${words}`,
    technical: (reason = '') => `Technische Einzelheiten: ${reason}`,
    unchecked: () =>
      'Usher konnte nicht alles prüfen, was vorher feststehen muss. Unter „Übersicht“ steht, was nicht eingerichtet ist.',
    storage: () => 'Die eigene Datenbank von Usher ließ sich nicht lesen oder schreiben.',
    lacks: (place = '') =>
      `In der Bibliothek fehlt ${DE_PLACES[place]?.[0]}. Füge dort ${DE_PLACES[place]?.[1]} hinzu und versuch es dann noch einmal.`,
    lacksFor: (place = '', format = '') =>
      `In der Bibliothek fehlt für ${FORMATS[format]} ${DE_PLACES[place]?.[0]}. Füge dort ${DE_PLACES[place]?.[1]} hinzu und versuch es dann noch einmal.`,
    several: (place = '', format = '', names = '') =>
      `Die Bibliothek hat für ${FORMATS[format]} mehr als ${DE_PLACES[place]?.[2]}: ${names}. Behalte dort ${DE_PLACES[place]?.[1]} davon und versuch es dann noch einmal.`,
    many: (place = '', format = '', names = '') =>
      `Die Bibliothek hat für ${FORMATS[format]} mehr als ${DE_PLACES[place]?.[2]}: ${names} und weitere. Behalte dort ${DE_PLACES[place]?.[1]} davon und versuch es dann noch einmal.`,
    leavesOut: (profile = '', types = '') =>
      `Das Metadatenprofil „${profile}“ der Bibliothek lässt Alben dieser Art aus (${types}). Ändere es dort und versuch es dann noch einmal.`,
    placesUnreadable: () => 'Ein Profil oder Ordner der Bibliothek ist nicht lesbar.',
    noSeasons: (seasons = '') => `Nicht in der Bibliothek: Staffel ${seasons}.`,
    noSeries: () => 'Die Bibliothek hat nicht gesagt, welche Serie das ist.',
    unknownThere: () => 'Die eigene Suche der Bibliothek kennt es nicht.',
    unknownAtProvider: () => 'TMDB kennt es nicht mehr.',
    unreadable: () => 'Die Antwort der Bibliothek dazu ist nicht lesbar.',
    artistMissing: () => 'Die Bibliothek hat das Album, aber nicht seinen Interpreten.',
    hidden: () => 'Die Bibliothek hat diesen Titel nach eigener Auskunft, zeigt ihn aber nicht.',
    pendingImports: () => 'Mehr steht in ihrer Liste ausstehender Importe.',
    twice: () => 'Führe dort zusammen oder entferne, was doppelt ist, und versuch es dann noch einmal.',
    recordUnreadable: () => 'Die Bibliothek hat einen Eintrag, der nicht lesbar ist und dieser Titel sein könnte.',
    formatless: () =>
      'Die Bibliothek hat dazu einen Eintrag ohne Format. Berichtige oder entferne ihn dort und versuch es dann noch einmal.',
  },
  takingIn: 'Die Bibliothek nimmt es gerade auf.',
  unknownReason: 'Die Bibliothek hat das nicht angenommen.',
  reasons: {
    access_unavailable:
      'Die Person hat keinen Zugriff mehr auf diese Bibliothek. Gib ihr Zugriff oder zieh die Anfrage zurück.',
    author_import: 'Wartet, bis die Bibliothek den Autor hinzugefügt hat.',
    available: 'Schon in der Bibliothek.',
    book_configuration: 'Die Bibliothek ist für dieses Format nicht eingerichtet. Wähle dort Ordner und Profile.',
    editions_unavailable: 'Die Bibliothek kennt keine Ausgabe in diesem Format.',
    import_abandoned: 'Die Bibliothek hat den Autor nicht fertig hinzugefügt.',
    import_cancelled: 'Das Hinzufügen des Autors wurde in der Bibliothek abgebrochen.',
    import_failed: 'Die Bibliothek konnte den Autor nicht hinzufügen.',
    import_identity_ambiguous: 'Die Bibliothek kennt mehrere Bücher wie dieses. Füge dort das richtige hinzu.',
    instance_missing: 'Die Bibliothek ist nicht mehr verbunden.',
    library_identity_unresolved: 'Vielleicht ist es schon unter anderem Namen in der Bibliothek. Sieh dort nach.',
    library_unavailable: 'Die Bibliothek hat das abgelehnt. Sieh dir ihre Meldungen an.',
    metadata_unresolved: 'Der Titel ist nicht mehr zu finden.',
    request_unavailable: 'Der Titel ist für diese Person nicht freigegeben.',
    requested: 'An die Bibliothek geschickt.',
    retry_limit: 'Usher hat es zu oft versucht und aufgehört.',
    service_unavailable: 'Die Bibliothek konnte das noch nicht annehmen.',
    tv_match_ambiguous:
      'Es ist nicht sicher, welche Serie oder welche Staffeln der Bibliothek gemeint sind. Wähle die richtigen.',
    tv_match_changed: 'Inzwischen ist eine andere Serie zugeordnet. Entscheide, ob diese Anfrage damit weitergeht.',
    tv_match_paused: 'Anfragen für diese Serie sind pausiert.',
    tv_metadata_refresh: 'Die Bibliothek kennt noch nicht alle diese Staffeln.',
    tv_metadata_unavailable: 'Die Serie lässt sich gerade nicht nachschlagen.',
    tv_pilot_unavailable: 'Die Bibliothek kennt die erste Folge noch nicht.',
    tv_seasons_unmapped: 'Die Bibliothek zählt die Staffeln anders. Ordne sie einander zu.',
    tv_target_missing: 'Die Bibliothek kennt diese Serie nicht. Wähle die richtige.',
  },
  retry: 'Noch einmal versuchen',
  retryNamed: (title) => `Noch einmal versuchen: ${title}`,
  retried: (title) => `Die Bibliothek wird noch einmal nach „${title}“ gefragt.`,
  cancel: 'Anfrage zurückziehen',
  cancelNamed: (title) => `Anfrage zurückziehen: ${title}`,
  cancelled: (title) => `Die Anfrage für „${title}“ ist zurückgezogen.`,
  wait: 'Weiter warten',
  waitNamed: (title) => `Weiter warten: ${title}`,
  waitingAgain: (title) => `„${title}“ wartet wieder auf die Bibliothek.`,
  correct: 'Serie wählen',
  correctNamed: (title) => `Serie wählen: ${title}`,
  matches: {
    heading: 'Korrigierte Serien',
    lead: 'Meist findet Usher selbst heraus, welche Serie der Bibliothek gemeint ist. Hier steht, was du korrigiert hast.',
    empty: 'Nichts ist korrigiert.',
    unnamed: (id) => `Serie ${id} von TMDB`,
    target: (id) => `Serie ${id} von TheTVDB zugeordnet.`,
    paused: 'Anfragen sind pausiert.',
    change: 'Ändern',
    changeNamed: (title) => `Ändern: ${title}`,
    more: 'Mehr laden',
    find: 'Andere Serie korrigieren',
    findButton: 'Suchen',
    nothing: 'Keine Serie heißt so.',
    choose: 'Wählen',
    chooseNamed: (title) => `Wählen: ${title}`,
  },
  match: {
    heading: (title) => `Welche Serie ist „${title}“?`,
    now: 'Jetzt',
    is: (title, id) => `${title} (${id} bei TheTVDB)`,
    isUnnamed: (id) => `Serie ${id} bei TheTVDB`,
    paused: 'Anfragen dafür sind pausiert.',
    differs:
      'Vielleicht ist das die falsche Serie: Die Bibliothek zählt ihre Staffeln oder Folgen anders. Bis du sagst, welche Staffel welche ist, kann niemand sie anfragen, und keine Seite nennt sie verfügbar.',
    sameNumbers: 'Es stimmt: Die Staffeln haben dieselben Nummern',
    search: 'Name in der Bibliothek',
    find: 'Suchen',
    found: 'Gefundene Serien',
    nothing: 'Die Bibliothek hat keine Serie mit diesem Namen gefunden.',
    seasons: 'Welche Staffel ist welche?',
    season: (number) => `Staffel ${number}`,
    none: 'Keine',
    unknownSeasons: 'Die Staffeln lassen sich gerade nicht abrufen. Versuch es gleich noch einmal.',
    fault: {
      none: 'Wähle mindestens eine Staffel.',
      twice: 'Jede Staffel der Bibliothek kann nur einmal gewählt werden.',
    },
    save: 'Serie speichern',
    pause: 'Pausieren',
    automatic: 'Wieder automatisch',
    changed: 'Das hat inzwischen jemand anderes geändert. Sieh es dir noch einmal an und wiederhole deine Änderung.',
    saved: 'Gespeichert.',
    repairs: 'Frühere Anfragen',
    repairsText: 'Sie wurden vor deiner Auswahl gestellt.',
    noRepairs: 'Keine Anfrage muss geändert werden.',
    repair: 'Neue Serie verwenden',
    repairNamed: (title, name) => `Neue Serie verwenden: ${title} von ${name}`,
    repaired: 'Erledigt',
    by: (name) => `Angefragt von ${name}`,
    done: 'Fertig',
  },
};
