import { ofName, type refusals as EnglishRefusals } from './en-refusals.js';

export const refusals: typeof EnglishRefusals = {
  delivery_in_progress: 'Das wird gerade an die Bibliothek gesendet. Versuch es gleich noch einmal.',
  request_decided: 'Über diese Anfrage ist schon entschieden.',
  request_declined: 'Diese Anfrage wurde inzwischen abgelehnt oder zurückgezogen.',
  request_not_cancellable: 'Diese Anfrage lässt sich nicht mehr zurückziehen.',
  request_replaced: 'Das wurde geliefert und ist neu angefragt.',
  delivery_not_retryable: 'Das lässt sich nicht noch einmal versuchen.',
  no_season_left: 'So bleibt nichts übrig: Die Bibliothek oder eine andere Anfrage hat schon alles.',
  request_not_found: 'Diese Anfrage gibt es nicht mehr.',
  request_library_removed: 'Die Bibliothek dieser Anfrage wurde entfernt.',
  outside_requester_limits:
    'Das Kind, das angefragt hat, darf diesen Titel nicht sehen. Ändere die Grenzen oder lehne die Anfrage ab.',
  catalog_retired: 'Dieser Eintrag stammt aus einem Buchkatalog, den es nicht mehr gibt.',
  username_taken: 'Dieser Benutzername ist schon vergeben.',
  user_failed: 'Jemand hat schon einen Namen, der so aussieht.',
  unprintable: ofName('Der Name enthält Zeichen, die sich nicht anzeigen lassen.'),
  invisible_characters: ofName('Der Name enthält Zeichen, die niemand sieht.'),
  required: ofName('Gib einen Namen ein.'),
  mixed_scripts: ofName('Der Name mischt Buchstaben aus mehreren Schriften.'),
  password_too_short: 'Ein Passwort hat mindestens 8 Zeichen.',
  too_many_bytes: ({ name }) => (name === 'password' ? 'Dieses Passwort ist zu lang.' : undefined),
  setup_completed: 'Dieser Server ist schon eingerichtet.',
  connection_changed_meanwhile: 'Das wurde inzwischen geändert. Versuch es noch einmal.',
  connection_changed: 'Das wurde inzwischen geändert. Versuch es noch einmal.',
  no_failed_import: 'Nur ein fehlgeschlagener Import kann wieder warten.',
  not_plain_ascii:
    'Das ist kein Schlüssel: Er enthält Leerzeichen, Umbrüche oder fremde Zeichen. Kopiere ihn noch einmal.',
  tv_match_paused: 'Anfragen für diese Serie sind angehalten.',
  tv_match_ambiguous:
    'Es ist nicht sicher, welche Serie oder welche Staffeln der Bibliothek gemeint sind. Ein Administrator kann die richtigen auswählen.',
  tv_target_missing: 'Die Bibliothek kennt diese Serie nicht. Ein Administrator kann die richtige auswählen.',
  tv_match_changed:
    'Die Serie ist jetzt einer anderen zugeordnet. Ein Administrator kann entscheiden, ob es damit weitergeht.',
  tv_seasons_unmapped: ({ seasons }) =>
    seasons === undefined
      ? 'Von dieser Serie lässt sich keine Staffel anfragen.'
      : 'Die Bibliothek zählt die Staffeln anders. Ein Administrator kann sie zuordnen.',
  season_unknown: 'Die Serie hat nicht mehr alle diese Staffeln.',
  seasons_unknown: 'Die Serie hat nicht mehr alle diese Staffeln.',
  match_ambiguous: 'Die Bibliothek kennt mehrere solche Serien. Wähle die richtige.',
  match_target_missing: 'Die Bibliothek kennt diese Serie nicht. Wähle die richtige.',
  match_not_told_by_provider: 'Die Serie lässt sich gerade nicht nachschlagen.',
  match_not_told_by_library: 'Die Bibliothek antwortet gerade nicht.',
};
