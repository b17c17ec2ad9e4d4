import type { refusals as EnglishRefusals } from './en-refusals.js';

export const refusals: typeof EnglishRefusals = {
  'delivery in progress': 'Das wird gerade an die Bibliothek gesendet. Versuch es gleich noch einmal.',
  'this request has already been decided': 'Über diese Anfrage ist schon entschieden.',
  'this request has been denied or cancelled': 'Diese Anfrage wurde inzwischen abgelehnt oder zurückgezogen.',
  'this request can not be cancelled': 'Diese Anfrage lässt sich nicht mehr zurückziehen.',
  'this request was delivered and has been asked for again': 'Das wurde geliefert und ist neu angefragt.',
  'this delivery can not be retried': 'Das lässt sich nicht noch einmal versuchen.',
  'this choice leaves nothing: the library or another request has all of it':
    'So bleibt nichts übrig: Die Bibliothek oder eine andere Anfrage hat schon alles.',
  'no request with this id': 'Diese Anfrage gibt es nicht mehr.',
  'the library of this request has been removed': 'Die Bibliothek dieser Anfrage wurde entfernt.',
  'the title is outside the limits of the kids account that requested it: change them, or deny the request':
    'Das Kind, das angefragt hat, darf diesen Titel nicht sehen. Ändere die Grenzen oder lehne die Anfrage ab.',
  'this book belongs to a retired catalog': 'Dieser Eintrag stammt aus einem Buchkatalog, den es nicht mehr gibt.',
  'this book catalog is retired': 'Dieser Eintrag stammt aus einem Buchkatalog, den es nicht mehr gibt.',
  'this action belongs to a retired catalog': 'Dieser Eintrag stammt aus einem Buchkatalog, den es nicht mehr gibt.',
  'username already taken': 'Dieser Benutzername ist schon vergeben.',
  'another account has a name like this one': 'Jemand hat schon einen Namen, der so aussieht.',
  'must not contain control characters': 'Der Name enthält Zeichen, die sich nicht anzeigen lassen.',
  'must not contain invisible characters': 'Der Name enthält Zeichen, die niemand sieht.',
  'must not be blank': 'Gib einen Namen ein.',
  'must not mix scripts': 'Der Name mischt Buchstaben aus mehreren Schriften.',
  'password must be at least 8 characters': 'Ein Passwort hat mindestens 8 Zeichen.',
  'password must be at most 1024 bytes': 'Dieses Passwort ist zu lang.',
  'setup already completed': 'Dieser Server ist schon eingerichtet.',
  'the instance was changed meanwhile, try again': 'Das wurde inzwischen geändert. Versuch es noch einmal.',
  'the connection was changed meanwhile, try again': 'Das wurde inzwischen geändert. Versuch es noch einmal.',
  'only a failed import can be put back to waiting': 'Nur ein fehlgeschlagener Import kann wieder warten.',
  'must consist of printable ASCII characters':
    'Das ist kein Schlüssel: Er enthält Leerzeichen, Umbrüche oder fremde Zeichen. Kopiere ihn noch einmal.',
  'this series has no season that can be requested': 'Von dieser Serie lässt sich keine Staffel anfragen.',
  'an administrator holds this series back': 'Anfragen für diese Serie sind angehalten.',
  'more than one series of the library has this title and year':
    'Die Bibliothek kennt mehrere solche Serien. Ein Administrator kann die richtige auswählen.',
  'the library knows no such series':
    'Die Bibliothek kennt diese Serie nicht. Ein Administrator kann die richtige auswählen.',
  'this series is matched with another one now':
    'Die Serie ist jetzt einer anderen zugeordnet. Ein Administrator kann entscheiden, ob es damit weitergeht.',
  'the library has no counterpart': 'Die Bibliothek zählt die Staffeln anders. Ein Administrator kann sie zuordnen.',
  'The library knows more than one series of this title and year.':
    'Die Bibliothek kennt mehrere solche Serien. Wähle die richtige.',
  'The library knows no such series.': 'Die Bibliothek kennt diese Serie nicht. Wähle die richtige.',
  'It can not be found out for now which series this is.': 'Die Serie lässt sich gerade nicht nachschlagen.',
  'The library can not be asked for now which series this is.': 'Die Bibliothek antwortet gerade nicht.',
  'the series has no season': 'Die Serie hat nicht mehr alle diese Staffeln.',
};
