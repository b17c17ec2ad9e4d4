/** Sentences of the server about posts and push messages: why one waits or has ended, and what has to be done. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // What Discord has against a post.
    'The webhook was deleted: make a new one in the channel and save its address.':
      'Der Webhook wurde gelöscht: Erstelle im Kanal einen neuen und speichere seine Adresse.',
    'The chat service refuses the saved address: copy it from the channel once more and save it.':
      'Discord nimmt die gespeicherte Adresse nicht an: Kopiere sie noch einmal aus dem Kanal und speichere sie.',
    'The webhook may not post in its channel: check its rights at the chat service.':
      'Der Webhook darf in seinem Kanal nichts posten: Prüfe seine Rechte in Discord.',
    'The thread is gone or belongs to another channel: save the id of another one, or none.':
      'Den Thread gibt es nicht mehr, oder er gehört zu einem anderen Kanal: Speichere die ID eines anderen oder keine.',
    'The channel is a forum: save the id of one of its threads.':
      'Der Kanal ist ein Forum: Speichere die ID eines seiner Threads.',
    'The chat service refuses the display name: save another one.':
      'Discord lehnt den Namen ab: Speichere einen anderen.',
    'The chat service refuses the address of the picture: save another one.':
      'Discord lehnt die Adresse des Bilds ab: Speichere eine andere.',
    'The address of the webhook leads elsewhere, which is not followed: save its new address.':
      'Die Adresse des Webhooks leitet weiter, und dem folgt Usher nicht: Speichere die neue Adresse.',
    'The chat service has refused the post.': 'Discord hat den Beitrag abgelehnt.',

    // Why a message waits, or has ended without having been sent.
    'There is nothing to tell any more.': 'Es gibt nichts mehr zu melden.',
    'This event is not posted any more.': 'Dieses Ereignis wird nicht mehr gepostet.',
    'Nobody is left to be mentioned.': 'Es ist niemand mehr zu erwähnen.',
    'Nobody waits for the title any more.': 'Niemand wartet mehr auf den Titel.',
    'The match of the series is paused or needs attention.':
      'Die Zuordnung der Serie ist angehalten oder muss geprüft werden.',
    'The outbound proxy can not be read.': 'Die Einstellungen des ausgehenden Proxys sind nicht lesbar.',
    'There is no webhook.': 'Es gibt keinen Webhook.',
    'The saved address of the webhook can not be used: save it again.':
      'Die gespeicherte Adresse des Webhooks ist nicht nutzbar: Speichere sie noch einmal.',
    'The webhook or its thread was changed.': 'Der Webhook oder sein Thread wurde geändert.',
    'Chat notifications were switched off.': 'Beiträge in Discord wurden ausgeschaltet.',
    'This event was switched off.': 'Dieses Ereignis wurde ausgeschaltet.',
    'What is stored of it is damaged.': 'Was davon gespeichert ist, ist beschädigt.',
    'An administrator has it posted again.': 'Jemand aus der Administration lässt ihn noch einmal posten.',
    'It could not be sent in time.': 'Es ließ sich nicht rechtzeitig senden.',
    'The server stopped while it was being sent, so nobody knows whether it arrived.':
      'Der Server hielt an, während es gesendet wurde. Ob es angekommen ist, weiß niemand.',

    // What other channels have against a message, and why one of theirs waits or has ended.
    'The channel does not accept the secret: save the right one.':
      'Der Kanal nimmt das Gespeicherte nicht an: Speichere das richtige Token oder den richtigen Schlüssel.',
    'There is no channel at the saved address: save the right one.':
      'Unter der gespeicherten Adresse gibt es keinen Kanal: Speichere die richtige.',
    'Apprise has no services saved under this address: save some there.':
      'Unter dieser Adresse hat Apprise keine Dienste gespeichert: Speichere dort welche.',
    'Apprise did not reach all of its services: look at its log.':
      'Apprise hat nicht alle seine Dienste erreicht: Sieh in sein Protokoll.',
    'The address leads elsewhere, which is not followed: save its new address.':
      'Die Adresse leitet weiter, und dem folgt Usher nicht: Speichere die neue Adresse.',
    'The channel has refused the message.': 'Der Kanal hat die Nachricht abgelehnt.',
    'This event is not told any more.': 'Dieses Ereignis wird nicht mehr gemeldet.',
    'The channel was removed.': 'Der Kanal wurde entfernt.',
    'The saved address of the channel can not be used: save it again.':
      'Die gespeicherte Adresse des Kanals ist nicht nutzbar: Speichere sie noch einmal.',
    'The address of the channel was changed.': 'Die Adresse des Kanals wurde geändert.',
    'The channel was switched off.': 'Der Kanal wurde ausgeschaltet.',

    // Push services of browsers.
    'The push service of the browser refused the key of this server. It helps to turn notifications off and on again there.':
      'Der Push-Dienst des Browsers hat den Schlüssel dieses Servers abgelehnt. Schalte Push-Nachrichten dort aus und wieder ein.',
    'The push service of the browser takes no message as large as this.':
      'Der Push-Dienst des Browsers nimmt keine so große Nachricht an.',
    'The push service of the browser sent us elsewhere, which is not followed.':
      'Der Push-Dienst des Browsers leitet weiter, und dem folgt Usher nicht.',
    'The push service of the browser refused the message.': 'Der Push-Dienst des Browsers hat die Nachricht abgelehnt.',
    'The browser takes no messages any more, and was forgotten.':
      'Der Browser empfängt keine Nachrichten mehr und ist vergessen.',
    'WEB_PUSH_HOSTS does not name the push service of the browser.':
      'WEB_PUSH_HOSTS nennt den Push-Dienst des Browsers nicht.',
    'The push service takes no more messages for this browser at the moment.':
      'Der Push-Dienst nimmt gerade keine Nachrichten für diesen Browser mehr an.',
    'The push service of the browser could not be reached, or has failed.':
      'Der Push-Dienst des Browsers ist nicht erreichbar oder hat einen Fehler.',
    'The push service of the browser gave no answer.': 'Der Push-Dienst des Browsers hat nicht geantwortet.',
    'No push gateway is configured.': 'Es ist kein Push-Gateway eingerichtet.',

    // The push gateway.
    'The push gateway refused the key of this server.': 'Das Push-Gateway hat den Schlüssel dieses Servers abgelehnt.',
    'The push gateway is too busy, try again later.': 'Das Push-Gateway ist überlastet. Versuch es später noch einmal.',
    'The push gateway could not be reached.': 'Das Push-Gateway ist nicht erreichbar.',
    'The push gateway did not answer in time.': 'Das Push-Gateway hat nicht rechtzeitig geantwortet.',
    'The push gateway could not take the message.': 'Das Push-Gateway konnte die Nachricht nicht annehmen.',
  }),
);

/** Sentences with something in them, which may be a reason of the server. */
const PATTERNS: readonly (readonly [RegExp, (found: string, reason: (text: string) => string) => string])[] = [
  [
    /^The chat service takes no more posts for (\d+) s\.$/,
    (seconds) => `Discord nimmt ${seconds} Sekunden lang keine Beiträge mehr an.`,
  ],
  [
    /^The chat service was not reached: (?:could not reach server: )?([^]+)\.$/,
    (why, reason) => `Discord war nicht erreichbar: ${reason(why)}.`,
  ],
  [
    /^Nobody knows whether it was posted: server answered \d+ without the id of a message\.$/,
    () => 'Ob der Beitrag angekommen ist, weiß niemand: In der Antwort fehlt seine ID.',
  ],
  [
    /^Nobody knows whether it was posted: ([^]+)\.$/,
    (why, reason) => `Ob der Beitrag angekommen ist, weiß niemand: ${reason(why)}.`,
  ],
  [
    /^The chat service has refused the post with status (\d+)\.$/,
    (status) => `Discord hat den Beitrag mit Status ${status} abgelehnt.`,
  ],
  [
    /^The channel takes no more messages for (\d+) s\.$/,
    (seconds) => `Der Kanal nimmt ${seconds} Sekunden lang keine Nachrichten mehr an.`,
  ],
  [
    /^The channel was not reached: (?:could not reach server: )?([^]+)\.$/,
    (why, reason) => `Der Kanal war nicht erreichbar: ${reason(why)}.`,
  ],
  [
    /^Nobody knows whether it arrived: server answered \d+ without the id of a message\.$/,
    () => 'Ob die Nachricht angekommen ist, weiß niemand: In der Antwort fehlt ihre ID.',
  ],
  [
    /^Nobody knows whether it arrived: ([^]+)\.$/,
    (why, reason) => `Ob die Nachricht angekommen ist, weiß niemand: ${reason(why)}.`,
  ],
  [
    /^The channel has refused the message with status (\d+)\.$/,
    (status) => `Der Kanal hat die Nachricht mit Status ${status} abgelehnt.`,
  ],
  [
    /^The library ([^]+) has rows that can not be read\.$/,
    (name) => `Die Bibliothek ${name} hat Zeilen, die sich nicht lesen lassen.`,
  ],
  [/^The library ([^]+) can not be read\.$/, (name) => `Die Bibliothek ${name} lässt sich nicht lesen.`],
  [
    /^The match of the series ([^]+) needs attention\.$/,
    (title) => `Die Zuordnung der Serie ${title} muss geprüft werden.`,
  ],
  [
    /^The matches of (\d+) further series need attention\.$/,
    (count) => `Die Zuordnungen von ${count} weiteren Serien müssen geprüft werden.`,
  ],
];

/**
 * A sentence of the server in German; as it is where nobody has translated it.
 *
 * @param reason the German of a reason that a sentence has in it
 */
export function fromNotifications(sentence: string, reason: (text: string) => string): string {
  const known = SENTENCES.get(sentence);
  if (known !== undefined) return known;
  for (const [pattern, said] of PATTERNS) {
    const found = pattern.exec(sentence);
    if (found) return said(found[1] ?? '', reason);
  }
  return sentence;
}
