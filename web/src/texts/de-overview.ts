import { downloadApps } from '../domain/library-kinds.js';
import type { OverviewTexts } from './en-overview.js';

/** What the overview of administrators says, in German. */
export const deOverview: OverviewTexts = {
  heading: 'Übersicht',
  setup: {
    heading: 'Einrichtung abschließen',
    done: (done, all) => `${done} von ${all} erledigt`,
    goNamed: (go, title) => `${go}: ${title}`,
    skip: 'Überspringen',
    skipNamed: (title) => `Überspringen: ${title}`,
    skipped: (count) => (count === 1 ? '1 Schritt übersprungen' : `${count} Schritte übersprungen`),
    back: 'Zurückholen',
    backNamed: (title) => `Zurückholen: ${title}`,
    optional: 'Optional',
    items: {
      movie_manager: { title: 'Radarr verbinden', text: 'Damit Filme angefragt werden können.', go: 'Verbinden' },
      tv_manager: { title: 'Sonarr verbinden', text: 'Damit Serien angefragt werden können.', go: 'Verbinden' },
      tmdb: {
        title: 'TMDB-Token hinzufügen',
        text: 'Titel, Poster und Beschreibungen kommen von TMDB.',
        go: 'Hinzufügen',
      },
      download_client: {
        title: 'Download-Client verbinden',
        text: `${downloadApps('oder')}: Damit laden deine Bibliotheken herunter.`,
        go: 'Verbinden',
      },
      media_server: {
        title: 'Medienserver verbinden',
        text: 'Jellyfin, Emby, Plex oder Audiobookshelf: Damit schaut und hört dein Haushalt.',
        go: 'Verbinden',
      },
      people: { title: 'Haushalt einladen', text: 'Jede Person bekommt einen eigenen Link.', go: 'Einladen' },
      listprov: {
        title: 'Trakt-Client-ID hinzufügen',
        text: 'Für die Listen von Trakt unter „Entdecken“.',
        go: 'Einstellungen öffnen',
      },
      provider_contact: {
        title: 'Externe Adresse festlegen',
        text: 'Links in Nachrichten brauchen sie, und Musikdienste fragen danach.',
        go: 'Einstellungen öffnen',
      },
      discovery_prefs: {
        title: '„Entdecken“ gestalten',
        text: 'Solange du nichts auswählst, bestimmt Usher die erste Reihe selbst.',
        go: 'Einstellungen öffnen',
      },
      push: {
        title: 'Push-Nachrichten senden',
        text: 'Schalte sie im Profil für einen Browser ein. Apps auf Telefonen brauchen PUSH_GATEWAY_URL in der Konfiguration.',
        go: 'Benachrichtigungen öffnen',
      },
      media_downloads: {
        title: 'Dateien herunterladen lassen',
        text: 'Braucht MEDIA_ROOTS in der Konfiguration und Ordnernamen einer Bibliothek.',
        go: 'Bibliotheken öffnen',
      },
    },
  },
  newAccounts: {
    heading: 'Neue Konten durch Anmeldung',
    text: 'In den letzten 14 Tagen haben sich diese Personen bei deinem Anbieter oder bei Plex angemeldet und allein dadurch je ein Konto bekommen. Gehört eines davon einem Kind, dann lege auf seiner Seite die Grenzen fest.',
  },
  sharedNames: {
    heading: 'Namen, die sich zu ähnlich sind',
    text: 'Diese Konten haben Namen, die man für denselben hält. Jedes meldet sich mit genau seinem eigenen Namen an. Lösche das, das nicht gebraucht wird, oder lade die Person vorher unter einem anderen Namen ein.',
  },
  waiting: {
    heading: 'Wartet auf dich',
    none: 'Keine Anfrage wartet auf deine Genehmigung.',
    some: (count, isAtLeast) =>
      count === 1
        ? '1 Anfrage wartet auf deine Genehmigung.'
        : `${isAtLeast ? 'Mindestens ' : ''}${count} Anfragen warten auf deine Genehmigung.`,
    open: 'Anfragen öffnen',
    noneStuck: 'Keine Anfrage hängt auf dem Weg zu einer Bibliothek fest.',
    stuck: (count, isAtLeast) =>
      count === 1
        ? '1 Anfrage ist noch nicht in ihrer Bibliothek angekommen.'
        : `${isAtLeast ? 'Mindestens ' : ''}${count} Anfragen sind noch nicht in ihrer Bibliothek angekommen.`,
    activity: 'Aktivität öffnen',
  },
  libraries: {
    heading: 'Bibliotheken und Medienserver',
    none: 'Noch ist nichts verbunden.',
    open: 'Bibliotheken öffnen',
    state: {
      reachable: 'Verbunden',
      unreachable: 'Gerade nicht erreichbar',
      unknown: 'Gerade nicht feststellbar',
      checking: 'Wird geprüft…',
    },
  },
  server: {
    heading: 'Server',
    ready: 'Alles funktioniert.',
    checks: {
      database: 'Die Datenbank ist nicht lesbar.',
      writes: 'Gerade lässt sich nichts speichern. Prüfe, ob der Datenträger voll ist.',
      key: 'Der Schlüssel des Servers passt nicht zu den gespeicherten Zugangsdaten.',
      migrations: 'Die Datenbank passt nicht zu dieser Version.',
    },
    backup: 'Letzte geprüfte Sicherung',
    noBackup: 'Noch wurde keine Sicherung geprüft.',
    backedUpElsewhere:
      'Deine Daten liegen auf einem PostgreSQL-Server. Usher sichert dort nichts: Sichere sie mit diesem Server.',
    backupSince: 'Sicherungen schlagen fehl, erstmals',
    backupFault: {
      no_room: 'Auf dem Datenträger ist kein Platz mehr für eine Sicherung.',
      folder_unusable: 'Der Ordner für Sicherungen ist nicht nutzbar. Prüfe, ob es ihn gibt und er beschreibbar ist.',
      database_unreadable: 'Die Datenbank ließ sich nicht für die Sicherung kopieren.',
      damaged: 'Die Sicherung hat ihre Prüfung nicht bestanden.',
      key_mismatch: 'Der Schlüssel des Servers passt nicht zur Sicherung.',
      key_missing: 'Die Sicherung braucht einen Schlüssel, der fehlt.',
      newer: 'Die Sicherung stammt von einer neueren Version.',
      failed: 'Die Sicherung ließ sich nicht erstellen. Mehr steht im Protokoll des Servers.',
    },
    jobsOk: 'Alle Hintergrundaufgaben funktionieren.',
    jobs: 'Aufgaben öffnen',
    posts: 'Beiträge in Discord brauchen deine Aufmerksamkeit.',
    notifications: 'Benachrichtigungen öffnen',
    version: (version) => `Version ${version}`,
  },
};
