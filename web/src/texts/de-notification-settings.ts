import type { NotificationSettingsTexts } from './en-notification-settings.js';

const STATES = {
  pending: 'Wartet',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  failed: 'Fehlgeschlagen',
  unconfirmed: 'Nicht bestätigt',
  cancelled: 'Abgebrochen',
};

/** What the page of administrators says on notifications, in German. */
export const deNotificationSettings: NotificationSettingsTexts = {
  heading: 'Benachrichtigungen',
  chat: {
    heading: 'Discord',
    lead: 'Usher postet in einen Kanal deines Discord-Servers, was aus Anfragen wird.',
    problems: 'Beiträge in Discord brauchen deine Aufmerksamkeit.',
    lookInChannel: 'Sieh im Kanal nach, ob der letzte Beitrag da ist.',
    pages: { libraries: 'Bibliotheken öffnen', activity: 'Aktivität öffnen', settings: 'Einstellungen öffnen' },
    enabled: 'In Discord posten',
    webhook: 'Adresse des Webhooks',
    webhookStored: 'Eine Adresse ist gespeichert und bleibt, wenn du das Feld leer lässt.',
    webhookNone:
      'Öffne in Discord die Einstellungen des Kanals, dann Integrationen → Webhooks. Erstelle einen Webhook und wähle „Webhook-URL kopieren“.',
    events: 'Posten, wenn',
    when: {
      request_pending: 'eine Anfrage genehmigt werden muss',
      request_auto_approved: 'eine Anfrage automatisch genehmigt wird',
      request_approved: 'eine Anfrage genehmigt wird',
      request_denied: 'eine Anfrage abgelehnt wird',
      request_failed: 'eine Anfrage nicht an die Bibliothek geht',
      request_available: 'etwas Angefragtes verfügbar ist',
      issue_created: 'ein Problem gemeldet wird',
      issue_comment: 'eine Problemmeldung eine Antwort bekommt',
      issue_resolved: 'ein gemeldetes Problem gelöst ist',
      issue_reopened: 'eine Problemmeldung wieder offen ist',
      request_stuck: 'zu einer Anfrage lange nichts kommt',
    },
    poster: 'Poster des Titels zeigen',
    stuckDays: 'Nach wie vielen Tagen ohne Datei',
    mentions: 'Personen und Rollen erwähnen',
    mentionsHelp: 'Erwähnt wird nur, wer das in seinem Profil auswählt, und nur bei dem, was die Person sehen darf.',
    role: 'Rolle, die erwähnt wird',
    roleHelp:
      'Die ID einer Rolle deines Discord-Servers: Schalte den Entwicklermodus ein, klicke dann mit rechts auf die Rolle und wähle „Rollen-ID kopieren“. Lass das Feld leer, um keine zu erwähnen.',
    roleEvents: 'Die Rolle erwähnen, wenn',
    noRoleEvents: 'Wähle zuerst, was gepostet wird.',
    more: 'Thread, Name und Bild',
    thread: 'Thread',
    threadHelp: 'Die ID eines Threads in diesem Kanal. Lass das Feld leer, um in den Kanal selbst zu posten.',
    username: 'Name des Absenders',
    usernameHelp: 'Lass das Feld leer, um den Namen des Webhooks zu nutzen.',
    avatar: 'Bild des Absenders',
    avatarHelp: 'Die Adresse eines Bilds. Lass das Feld leer, um das Bild des Webhooks zu nutzen.',
    faults: {
      missing: 'Gib zuerst die Adresse eines Webhooks ein.',
      otherHost:
        'Diese Adresse führt nicht zu Discord. Kopiere die Adresse des Webhooks aus den Einstellungen des Kanals.',
      noWebhook:
        'Das ist keine Adresse eines Webhooks. Die führt zu discord.com/api/webhooks/ und endet mit einem langen Schlüssel.',
      hostGone:
        'CHAT_HOSTS in der Konfiguration erlaubt den Host der gespeicherten Adresse nicht mehr. Gib eine andere ein.',
      thread: 'Gib die ID des Threads ein, eine Zahl mit höchstens 20 Ziffern.',
      role: 'Gib die ID der Rolle ein, eine Zahl mit höchstens 20 Ziffern. Ihr Name ist keine ID.',
      username: 'Discord nimmt diesen Namen nicht an. Nutze 1 bis 80 Zeichen, ohne „Discord“ oder „Clyde“ darin.',
      avatar: 'Gib eine Adresse ein, die mit https:// oder http:// beginnt.',
      stuckDays: 'Gib eine Zahl von Tagen von 1 bis 365 ein.',
    },
    test: 'Testbeitrag senden',
    testing: 'Wird gesendet…',
    tested: 'Der Testbeitrag steht im Kanal. Niemand wurde erwähnt, und nichts wurde gespeichert.',
    notPosted: (why) => `Der Testbeitrag kam nicht an. ${why}`,
    remove: 'Webhook entfernen…',
    removeHeading: 'Webhook entfernen?',
    removeText: 'Usher vergisst die Adresse und postet nichts mehr. Was noch wartet, wird abgebrochen.',
    removeButton: 'Webhook entfernen',
    removed: 'Der Webhook ist entfernt.',
  },
  recent: {
    heading: 'Letzte Beiträge',
    lead: 'Höchstens die letzten 20.',
    none: 'Noch wurde nichts gepostet.',
    events: {
      request_pending: 'Eine Anfrage muss genehmigt werden',
      request_auto_approved: 'Eine Anfrage wurde automatisch genehmigt',
      request_approved: 'Eine Anfrage wurde genehmigt',
      request_denied: 'Eine Anfrage wurde abgelehnt',
      request_failed: 'Eine Anfrage ging nicht an die Bibliothek',
      request_available: 'Etwas Angefragtes ist verfügbar',
      issue_created: 'Ein Problem wurde gemeldet',
      issue_comment: 'Eine Problemmeldung bekam eine Antwort',
      issue_resolved: 'Ein gemeldetes Problem wurde gelöst',
      issue_reopened: 'Eine Problemmeldung wurde wieder geöffnet',
      request_stuck: 'Zu einer Anfrage kam lange nichts',
    },
    states: { post: { ...STATES, sent: 'Gepostet' }, message: STATES },
    unconfirmed: {
      post: 'Er wird nicht von selbst noch einmal gesendet, damit er nie doppelt erscheint.',
      message: 'Sie wird nicht von selbst noch einmal gesendet, damit sie nie doppelt ankommt.',
    },
    again: {
      button: 'Noch einmal posten',
      named: (what) => `Noch einmal posten: ${what}`,
      heading: 'Noch einmal posten?',
      twice:
        'Ob der Beitrag schon im Kanal steht, weiß niemand. Falls ja, steht er danach doppelt da. Sieh zuerst im Kanal nach.',
      done: 'Er wird gleich noch einmal gepostet.',
      refusal: {
        settled:
          'Dieser Beitrag hat sich inzwischen geändert: Nur was fehlgeschlagen oder nicht bestätigt ist, lässt sich noch einmal posten.',
        eventOff: 'Was er meldet, wird zurzeit nicht gepostet. Schalte es oben ein und speichere zuerst.',
        gone: 'Diesen Beitrag gibt es nicht mehr.',
      },
    },
    attempts: (count) => `${count} Versuche`,
    next: 'Nächster Versuch',
    request: (id) => `Anfrage ${id} öffnen`,
    more: (count) => `${count} weitere zeigen`,
  },
  push: {
    heading: 'Push-Nachrichten',
    lead: 'Was Usher an Handys senden darf. Jede Person wählt in ihrem Profil, was sie davon möchte.',
    notConfigured:
      'Es ist kein Push-Gateway eingerichtet, deshalb wird nichts gesendet. Setze PUSH_GATEWAY_URL in der Umgebung des Servers und starte ihn neu; PUSH_API_KEY brauchst du nur, wenn dir das Gateway einen Schlüssel gegeben hat.',
    enabled: 'Push-Nachrichten senden',
    everyone: 'Für alle',
    administrators: 'Für Administratoren',
    testLead:
      'Eine Testnachricht geht an deine eigenen Geräte. Auf der Seite einer Person kannst du eine an deren Geräte senden.',
  },
};
