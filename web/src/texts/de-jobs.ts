import type { JobFault } from './job-words.js';

/** What background jobs are called, and what each does, in German, by their names. */
export const jobs: Readonly<Record<string, { readonly title: string; readonly purpose: string }>> = {
  'auth.last-seen': {
    title: 'Festhalten, wann Geräte zuletzt genutzt wurden',
    purpose: 'Speichert, wann jedes angemeldete Gerät zuletzt aktiv war.',
  },
  'auth.purge-tokens': {
    title: 'Alte Anmeldungen aufräumen',
    purpose: 'Entfernt abgelaufene Einladungslinks, Einrichtungslinks und Sitzungen.',
  },
  'backups.nightly': {
    title: 'Nächtliche Sicherung',
    purpose: 'Prüft, ob die Sicherung der Nacht fällig ist, und erstellt sie dann.',
  },
  'library.poll-queues': {
    title: 'Downloads prüfen',
    purpose: 'Sieht in die Warteschlangen der Bibliotheken, die gerade jemand ansieht.',
  },
  'media-accounts.access': {
    title: 'Konten auf Medienservern aktualisieren',
    purpose: 'Gleicht die Konten auf Medienservern mit dem ab, was jede Person nutzen darf.',
  },
  'media-accounts.end-hub-tokens': {
    title: 'Bei Plex abmelden',
    purpose: 'Beendet die Anmeldungen bei Plex, mit denen Personen ihr Konto gezeigt haben.',
  },
  'media-accounts.follow-hub': {
    title: 'Plex-Einladungen senden',
    purpose: 'Lädt Personen zu ihren Plex-Servern ein und nimmt Einladungen an alte Adressen zurück.',
  },
  'media-accounts.hub-titles': {
    title: 'Plex-Bibliotheken lesen',
    purpose: 'Liest, welche Titel auf Plex-Servern liegen, damit ihre Seiten dorthin verlinken können.',
  },
  'media-accounts.settle-intents': {
    title: 'Neue Konten auf Medienservern fertigstellen',
    purpose: 'Stellt Konten auf Medienservern fertig, deren Erstellung unterbrochen wurde, oder nimmt sie zurück.',
  },
  'notifications.catch-up': {
    title: 'Von Neuem berichten, das inzwischen da ist',
    purpose:
      'Sendet nach einem Neustart Push-Nachrichten über Filme, Folgen, Bücher und Alben, die kamen, während der Server aus war.',
  },
  'notifications.observe': {
    title: 'Nach Neuem sehen',
    purpose: 'Sieht in den Bibliotheken nach, was angefragt wurde, damit alle erfahren, wenn es da ist.',
  },
  'notifications.purge': {
    title: 'Alte Benachrichtigungen aufräumen',
    purpose:
      'Entfernt die Einträge von Benachrichtigungen, die vor mehr als 30 Tagen gesendet wurden oder geendet haben.',
  },
  'notifications.push-devices': {
    title: 'Telefone für Push-Nachrichten anmelden',
    purpose: 'Sagt dem Push-Gateway, welche Telefone Nachrichten bekommen dürfen und welche nicht mehr.',
  },
  'notifications.send': {
    title: 'Benachrichtigungen senden',
    purpose: 'Sendet Chat-Beiträge und Push-Nachrichten und versucht noch einmal, was sicher nicht angekommen ist.',
  },
  'notifications.stuck': {
    title: 'Nach Anfragen suchen, zu denen nichts kommt',
    purpose:
      'Sucht nach Anfragen, zu denen lange nichts gekommen ist, damit Administratoren benachrichtigt werden können.',
  },
  'notifications.take': {
    title: 'Benachrichtigungen vorbereiten',
    purpose: 'Macht aus dem, was mit Anfragen und dem Zugang bei Plex geschehen ist, Benachrichtigungen.',
  },
  'realtime.follow-libraries': {
    title: 'Genutzten Bibliotheken folgen',
    purpose:
      'Behält die Bibliotheken der Personen im Blick, die die App offen haben, damit ihre Seiten aktuell bleiben.',
  },
  'realtime.poll-download-clients': {
    title: 'Download-Clients prüfen',
    purpose:
      'Sieht in die Warteschlangen der Download-Clients, solange jemand mit Administratorrechten die App offen hat.',
  },
  'realtime.review-sessions': {
    title: 'Live-Verbindungen prüfen',
    purpose: 'Schließt die Live-Verbindung aller, die abgemeldet wurden oder keinen Zugriff mehr haben.',
  },
  'requests.compare-seasons': {
    title: 'Staffeln von Serien vergleichen',
    purpose: 'Vergleicht die Staffeln angefragter Serien in den Bibliotheken mit denen des Anbieters von Metadaten.',
  },
  'requests.deliver': {
    title: 'Anfragen an Bibliotheken senden',
    purpose: 'Sendet genehmigte Anfragen an ihre Bibliotheken und versucht fehlgeschlagene noch einmal.',
  },
  'setbox.helper': {
    title: 'Hilfsprogramm für TV-Boxen prüfen',
    purpose: 'Stellt fest, ob das Programm da und brauchbar ist, das mit TV-Boxen spricht.',
  },
};

/** Why a run of a job has failed, in German. */
export const faults: Readonly<Record<JobFault['reason'], string>> = {
  storage_full: 'Für die Datenbank ist kein Platz mehr auf der Festplatte.',
  storage_unavailable: 'Die Datenbank ließ sich nicht lesen oder schreiben.',
  not_reached: 'Eine verbundene App oder ein Anbieter hat nicht geantwortet.',
  not_understood: 'Die Antwort einer verbundenen App oder eines Anbieters war nicht lesbar.',
  internal: 'Etwas Unerwartetes ist schiefgegangen. Mehr steht im Protokoll des Servers.',
  backup_no_room: 'Für eine Sicherung ist kein Platz mehr auf der Festplatte.',
  backup_folder_unusable:
    'Der Ordner der Sicherungen ist nicht nutzbar. Prüfe, ob es ihn gibt und ob er beschreibbar ist.',
  backup_database_unreadable: 'Die Datenbank ließ sich für die Sicherung nicht kopieren.',
  backup_damaged: 'Die Sicherung hat ihre Prüfung nicht bestanden.',
  backup_key_mismatch: 'Der Schlüssel des Servers öffnet die Sicherung nicht.',
  backup_key_missing: 'Die Sicherung braucht einen Schlüssel, den es hier nicht gibt.',
  backup_newer: 'Die Sicherung stammt von einer neueren Version.',
  backup_failed: 'Die Sicherung ließ sich nicht erstellen. Mehr steht im Protokoll des Servers.',
};
