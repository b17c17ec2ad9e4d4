import { sayFrom } from '../../../core/errors/sentence.js';

/** Why a delivery waits or has stopped, as its row keeps it. Administrators alone read it. */
export const DELIVERY_SENTENCES = {
  delivery_storage_failed: 'It could not be delivered yet: the storage of this server failed.',
  delivery_not_yet: 'It could not be delivered yet: {reason}',
  delivery_not_taken: 'The library manager could not take it yet: {reason}',
  delivery_refused: 'The library manager refused it: {reason}',
  delivery_tried_too_often: 'It was tried too often.',
  delivery_library_removed: 'The library has been removed.',
  delivery_access_lost: 'The requester may no longer use this library.',
  delivery_outside_limits: 'The title is outside the limits of the kids account that requested it.',
  delivery_place_missing: 'The library manager has no {what}. Add one in its settings, then retry.',
  place_quality_profile: 'quality profile',
  place_metadata_profile: 'metadata profile',
  place_root_folder: 'root folder',
  delivery_film_unknown: 'The library manager does not know this film.',
  delivery_album_unknown: 'The library manager does not know this album.',
  delivery_album_unreadable: 'The library manager said nothing about this album that could be read.',
  delivery_artist_missing: 'The library manager has the album, and not its artist.',
  delivery_album_type_left_out:
    'The metadata profile "{profile}" leaves out albums of this type ({types}), so the manager would drop it again. Change the profile, then retry.',
  delivery_match_changed: 'The series has another match in the library manager now than when it was requested.',
  delivery_match_paused: 'An administrator has paused the match of this series.',
  delivery_match_unclear: 'It is unknown which series of the library manager is meant, or which of its seasons.',
  delivery_match_not_told_by_provider: 'The metadata provider could not say which series it is.',
  delivery_match_not_told_by_library: 'The library manager could not say which series it is.',
  delivery_series_unknown: 'The library manager knows no such series.',
  delivery_series_unknown_to_provider: 'The metadata provider no longer knows this series.',
  delivery_series_taken_in: 'The library manager is still taking the series in.',
  delivery_pilot_comes_next: 'The library manager is taking the series in; its pilot comes next.',
  delivery_seasons_come_next: 'The library manager is taking the series in; its seasons come next.',
  delivery_pilot_unknown: 'The library manager knows no first episode of this season.',
  delivery_season_refreshed: 'The library manager has yet to learn of a season; it refreshes its metadata now.',
  delivery_seasons_unknown: 'The library manager knows no season {seasons} of this series.',
  delivery_no_season_known: 'The library manager knows none of the seasons of this series.',
  delivery_author_imported: 'The book manager imports the author first.',
  delivery_import_failed: 'The book manager could not import the author. See its list of pending imports.',
  delivery_import_cancelled: 'The import of the author was cancelled in the book manager.',
  delivery_import_abandoned: 'The book manager no longer imports the author, who is not in its library.',
  delivery_book_refused: 'The book manager refused it: {reason}',
  delivery_book_unknown: 'The book manager does not find this title by its id.',
  delivery_book_unreadable: 'The book manager said nothing about this title that could be read.',
  delivery_book_hidden: 'The book manager says that it has this title, and does not show it.',
  delivery_book_ambiguous:
    'Several titles of the book manager could be meant. Merge or remove what is there twice, then retry.',
  delivery_book_record_unreadable: 'The book manager has a record that can not be read and could be this title.',
  delivery_book_without_format:
    'The book manager has a record of this title that names no format. Mend or remove it, then retry.',
  delivery_book_edition_unknown: 'The book manager knows no edition of this title in this format.',
  delivery_book_places_unreadable: 'The book manager lists a profile or folder that can not be read.',
  delivery_book_place_missing:
    'The book manager has no {what} for {format}s that it can use. Add one in its settings, then retry.',
  delivery_book_places_several:
    'The book manager has more than one {what} for {format}s: {names}. Keep one for them, then retry.',
  delivery_book_places_many:
    'The book manager has more than one {what} for {format}s: {names}, others. Keep one for them, then retry.',
} as const;

export const sayDelivery = sayFrom(DELIVERY_SENTENCES);

/** What a library manager may lack to take a title in. */
export type Place = Extract<keyof typeof DELIVERY_SENTENCES, `place_${string}`>;
