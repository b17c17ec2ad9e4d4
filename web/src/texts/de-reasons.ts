/** Reasons that the server gives as the rest of a sentence, without a capital at their beginning and a point at their end. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    // What became of a call to another server.
    'connection failed': 'keine Verbindung',
    'connection refused': 'Verbindung abgelehnt',
    'name not found': 'Name nicht gefunden',
    'name lookup failed': 'der Name ließ sich nicht nachschlagen',
    'no route to host': 'kein Weg zu diesem Rechner',
    'no route to network': 'kein Weg in dieses Netz',
    'host is down': 'der Rechner ist aus',
    'connection timed out': 'keine Verbindung in der erwarteten Zeit',
    'connection reset': 'Verbindung abgebrochen',
    'connection closed': 'Verbindung geschlossen',
    'TLS handshake failed': 'keine verschlüsselte Verbindung möglich',
    'certificate is not trusted': 'dem Zertifikat wird nicht vertraut',
    'it is starting or not available': 'er startet gerade oder ist nicht bereit',
    'proxy refused the credentials': 'der Proxy hat Name oder Passwort abgelehnt',
    'server answered with something other than HTTP': 'die Antwort des Servers ist kein HTTP',
    'server answered with something other than JSON': 'die Antwort des Servers ist kein JSON',
    'server answered with JSON that nests too deep': 'die Antwort des Servers ist zu tief verschachtelt',
    'server answered with something other than XML that we take': 'die Antwort des Servers ist kein lesbares XML',
    'server answered with more data than we take': 'die Antwort des Servers ist zu groß',
    'server answered with unexpected data': 'der Server hat etwas Unerwartetes geantwortet',
    'server answered with too many rows': 'die Antwort des Servers ist zu lang',
    'server did not answer in time': 'der Server hat nicht rechtzeitig geantwortet',
    'server switched protocols': 'der Server hat das Protokoll gewechselt',
    'another product answered': 'geantwortet hat ein anderes Produkt',
    'the call was given up': 'der Aufruf wurde aufgegeben',
    'too many calls are waiting': 'zu viele Aufrufe warten schon',
    'invalid API key': 'der API-Schlüssel ist falsch',
    'the API key lacks the permission': 'dem API-Schlüssel fehlt das Recht dazu',
    'a header can’t be written': 'eine Kopfzeile lässt sich nicht schreiben',
    'address is too long': 'die Adresse ist zu lang',
    'base address is not absolute': 'die Adresse ist unvollständig',
    'base address is not plain http(s)': 'die Adresse ist keine einfache http- oder https-Adresse',
    'path segment is empty or a step': 'ein Teil der Adresse fehlt',
    'path segment holds a control character': 'die Adresse enthält ein Steuerzeichen',
    'path segment is not well-formed text': 'die Adresse enthält unlesbare Zeichen',
    'target holds what no path holds': 'die Adresse enthält ungültige Zeichen',
    'target holds a step': 'die Adresse führt aus ihrem Pfad heraus',
    'target is encoded over and over': 'die Adresse ist mehrfach kodiert',

    // Providers of single sign-on.
    'the ID token has no usable subject': 'das ID-Token nennt niemanden',
    'the ID token has expired': 'das ID-Token ist abgelaufen',
    'the ID token is from the future': 'das ID-Token kommt aus der Zukunft; geht eine Uhr falsch?',
    'the ID token is not valid yet': 'das ID-Token gilt noch nicht; geht eine Uhr falsch?',
    'the ID token was made for another client': 'das ID-Token ist für einen anderen Client',
    'the provider answered without an ID token': 'die Antwort enthält kein ID-Token',
    'the provider takes a client secret in no way that we know': 'er nimmt ein Client-Secret auf keine bekannte Art an',
    'the provider takes a client secret in no way that this server knows':
      'er nimmt ein Client-Secret auf keine bekannte Art an',
    'provider answered with something other than JSON': 'seine Antwort ist kein JSON',
    'provider answered with more data than we take': 'seine Antwort ist zu groß',
    'the provider names an address that is not https': 'er nennt eine Adresse, die nicht mit https beginnt',
    'the provider names another issuer than the configured one': 'er nennt einen anderen Issuer als den eingetragenen',
    'the provider lists no asymmetric algorithm for ID tokens':
      'er nennt für ID-Tokens kein Verfahren mit öffentlichem Schlüssel',

    // Accounts on media servers.
    'Username already taken': 'der Benutzername ist schon vergeben',
    'Username and password are required': 'Benutzername und Passwort fehlen',
    'Invalid account type': 'diese Art von Konto gibt es dort nicht',
    'no account can bear this name': 'so kann dort kein Konto heißen',
    'the name is taken there': 'der Name ist dort schon vergeben',
    'the name does not fit': 'der Name passt nicht',
    'no account has this id': 'dieses Konto gibt es dort nicht',
    'no library has this id': 'diese Bibliothek gibt es dort nicht',
    'the server has no such account': 'dieses Konto gibt es dort nicht',
    'the server has this account no more': 'dieses Konto gibt es auf dem Server nicht mehr',
    'the account is an administrator’s': 'das Konto gehört einem Administrator',
    'the account is an administrator’s on the server, and is never changed from here':
      'das Konto gehört auf dem Server einem Administrator und wird von hier aus nie geändert',
    'the new account is not there, or is an administrator’s':
      'das neue Konto ist nicht da oder gehört einem Administrator',
    'the account went while it was written to': 'das Konto verschwand, während es geändert wurde',
    'an account that was just read is gone': 'das Konto ist gerade verschwunden',
    'the permissions of the account can not be read': 'die Rechte des Kontos lassen sich nicht lesen',
    'the stored credential can not be opened': 'die gespeicherten Zugangsdaten lassen sich nicht öffnen',
    'server answered about another account': 'der Server hat über ein anderes Konto geantwortet',
    'server answered about another server': 'die Antwort handelt von einem anderen Server',
    'server answered about another PIN': 'die Antwort handelt von einer anderen PIN',
    'server answered with no account': 'in der Antwort des Servers steht kein Konto',
    'server answered with a list that can not be read in full': 'die Liste des Servers ist nicht ganz lesbar',
    'server answered with a list of accounts that can not be read in full':
      'die Kontenliste des Servers ist nicht ganz lesbar',
    'server has not said whether the account is there': 'der Server sagt nicht, ob das Konto da ist',
    'server does not say what the account may do': 'der Server sagt nicht, was das Konto darf',
    'server took the change and did not make it': 'der Server hat die Änderung angenommen und nicht ausgeführt',
    'server made another account than the one that it was asked for':
      'der Server hat ein anderes Konto erstellt als gewünscht',
    'server said that it changed the account, and did not':
      'der Server hat das Konto entgegen seiner Antwort nicht geändert',
    'server said that it deleted the account, and did not':
      'der Server hat das Konto entgegen seiner Antwort nicht gelöscht',
    'something other than the server refused the sign-in': 'die Anmeldung hat etwas anderes als der Server abgelehnt',
    'the server does not know a rating of the account’s age limits':
      'der Server kennt eine der Altersfreigaben des Kontos nicht',
    'no library is named, which would share all of them': 'keine Bibliothek ist genannt, und das gäbe alle frei',
    'an id is no whole number': 'eine Kennung ist keine ganze Zahl',
    'this can be no address at the hub': 'so kann bei Plex keine Adresse lauten',
    'the hub has taken the invitation and lists none': 'Plex hat die Einladung angenommen und führt keine auf',
    'the hub has taken the share and shares something else':
      'Plex hat die Freigabe angenommen und gibt etwas anderes frei',
    'a row in the list of the hub can not be read': 'ein Eintrag in der Liste von Plex ist nicht lesbar',
    'the hub says that it has ended the share, and lists it':
      'Plex hat die Freigabe nach eigener Auskunft beendet und führt sie noch auf',
    'the invitation is for more than this server: take it back at the hub':
      'die Einladung gilt für mehr als diesen Server: nimm sie bei Plex zurück',
    'the invitation can not be read, take it back at the hub':
      'die Einladung ist nicht lesbar: nimm sie bei Plex zurück',
    'the hub took the change of the share and did not make it':
      'Plex hat die Änderung der Freigabe angenommen und nicht ausgeführt',
    'the account at the hub does not list this server': 'das Plex-Konto führt diesen Server nicht auf',
    'the age limits can not be written to this share':
      'die Altersgrenzen lassen sich in diese Freigabe nicht eintragen',

    // Folders.
    'is required': 'er fehlt',
    'must be a string': 'er muss ein Text sein',
    'must be an absolute POSIX, Windows drive or UNC path':
      'er muss ein vollständiger Pfad sein, wie /filme, C:\\Filme oder \\\\nas\\filme',
    'must not contain ".."': 'er darf „..“ nicht enthalten',
    'must not contain control characters': 'er darf keine Steuerzeichen enthalten',
    'must have ":" only after the drive letter': '„:“ darf nur nach dem Laufwerksbuchstaben stehen',
    'must be an absolute path of this server': 'er muss ein vollständiger Pfad auf diesem Server sein',
    'must be inside a media root': 'er muss in einem der Medienordner liegen',
    'must be an existing folder': 'diesen Ordner gibt es nicht',
    'is on a disk that does not answer': 'das Laufwerk, auf dem er liegt, antwortet nicht',
    'is on a disk that fails': 'das Laufwerk, auf dem er liegt, meldet einen Fehler',
    'must not lead out of the media root': 'er darf nicht aus dem Medienordner herausführen',
    'must not lead to the data of this server': 'er darf nicht zu den Daten dieses Servers führen',
    'can not be told apart from the data of this server: DATA_DIR has too many files, or folders that can not be read':
      'er lässt sich nicht von den Daten dieses Servers unterscheiden: DATA_DIR enthält zu viele Dateien oder Ordner, die sich nicht lesen lassen',

    // Webhooks.
    'instances of this type have no webhook': 'diese Art von Server meldet keine Änderungen',
    'the address of this server is unknown: set ARR_CALLBACK_URL':
      'die Adresse dieses Servers ist nicht bekannt: setze ARR_CALLBACK_URL',
    'the webhook is set, its promotion is pending: retry':
      'es ist eingerichtet, aber noch nicht bestätigt: versuch es noch einmal',
    'the server offers no webhook': 'der Server bietet keinen Webhook an',

    // The outbound proxy.
    'password is required when the address changes': 'mit einer neuen Adresse braucht es das Passwort noch einmal',
    'url must be the http or https address of a proxy, without credentials or a path':
      'das muss die http- oder https-Adresse eines Proxys sein, ohne Zugangsdaten und ohne Pfad',
    'username must not contain a colon': 'der Benutzername darf keinen Doppelpunkt enthalten',
    'proxy address is required': 'die Adresse des Proxys fehlt',
  }).map(([reason, german]) => [lowered(reason), german]),
);

/** Reasons with something in them. */
const PATTERNS: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [/^could not reach server: ([^]+)$/i, (why = '') => `der Server ist nicht erreichbar: ${germanReason(why)}`],
  [/^the discovery document: ([^]+)$/i, (why = '') => `beim Discovery-Dokument: ${germanReason(why)}`],
  [/^the keys: ([^]+)$/i, (why = '') => `bei den Schlüsseln: ${germanReason(why)}`],
  [/^provider returned status (\d+)$/i, (status) => `er hat mit Status ${status} geantwortet`],
  [/^the provider refused: ([^]+)$/i, (why) => `er hat abgelehnt: ${why}`],
  [/^the provider's answer does not hold: ([^]+)$/i, (why = '') => `seine Antwort stimmt nicht: ${germanReason(why)}`],
  [/^more than (\d+) redirects$/i, (most) => `mehr als ${most} Weiterleitungen`],
  [/^the provider's document has no (.+)$/i, (name) => `in seinem Dokument fehlt ${name}`],
  [/^the (.+) of the provider must be an https address$/i, (name) => `${name} muss eine https-Adresse sein`],
  [/^proxy: ([^]+)$/i, (why = '') => `der Proxy: ${germanReason(why)}`],
  [
    /^not sent: the value of (.+) holds a character that no header may hold$/i,
    (name) => `nicht gesendet: in ${name} steht ein Zeichen, das dort nicht stehen darf`,
  ],
  [/^not sent: ([^]+)$/i, (why = '') => `nicht gesendet: ${germanReason(why)}`],
  [/^it could not be changed: ([^]+)$/i, (why = '') => `es ließ sich nicht ändern: ${germanReason(why)}`],
  [/^it is switched off: ([^]+)$/i, (why = '') => `es ist abgeschaltet: ${germanReason(why)}`],
  [/^the server could not be asked: ([^]+)$/i, (why = '') => `der Server ließ sich nicht fragen: ${germanReason(why)}`],
  [/^server returned status (\d+)$/i, (status) => `der Server hat mit Status ${status} geantwortet`],
  [/^proxy answered with (\S+)$/i, (status) => `der Proxy hat mit ${status} geantwortet`],
  [/^no tunnel within (\S+) s$/i, (seconds) => `kein Weg durch den Proxy innerhalb von ${seconds} s`],
  [/^no complete answer within (\S+) s$/i, (seconds) => `keine vollständige Antwort innerhalb von ${seconds} s`],
  [/^no (.+) in time$/i, () => 'der Server hat nicht rechtzeitig geantwortet'],
  [
    /^server answered with unexpected data at (.+)$/i,
    (place) => `der Server hat bei ${place} etwas Unerwartetes geantwortet`,
  ],
  [
    /^server redirected with status (\d+) to (.+)$/i,
    (status, place = '') =>
      `der Server leitet weiter (Status ${status}), ${place === 'an unnamed place' ? 'ohne zu sagen, wohin' : `nach ${place}`}`,
  ],
  [/^the server's webhook lacks (.+)$/i, (parts) => `dem Webhook des Servers fehlt ${parts}`],
  [/^repeats that of mapping (\d+)$/i, (row) => `er steht schon in Zeile ${row}`],
  [/^must be at most (\d+) characters$/i, (most) => `er darf höchstens ${most} Zeichen haben`],
  [
    /^(\w+) must be at most (\d+) characters without control characters$/i,
    (_, most) => `höchstens ${most} Zeichen und keine Steuerzeichen`,
  ],
];

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A reason in German; undefined for what is none of the server's own. */
export function knownReason(reason: string): string | undefined {
  const known = REASONS.get(lowered(reason));
  if (known !== undefined) return known;
  for (const [pattern, said] of PATTERNS) {
    const found = pattern.exec(reason);
    if (found) return said(...found.slice(1));
  }
  return undefined;
}

/**
 * A reason of the server in German, as the rest of a sentence. What isn't its own is what another program has said: it stays as it
 * is, and is marked as that one's words. A sentence, with a capital and a point, stays one.
 */
export function germanReason(reason: string): string {
  const isSentence = reason.endsWith('.');
  const known = knownReason(isSentence ? reason.slice(0, -1) : reason);
  if (known === undefined) return `gemeldet wurde: „${reason}“`;
  return isSentence ? `${known.charAt(0).toUpperCase()}${known.slice(1)}.` : known;
}
