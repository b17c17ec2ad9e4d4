/**
 * Why a delivery waits or has stopped, for clients that show their own words. A subset of doc 4 section 1.17: the
 * codes that a film or a series can meet.
 *
 * | code | meaning |
 * |---|---|
 * | service_unavailable | the library manager could not be reached or could not answer; it is tried again |
 * | access_unavailable | the requester may not use this library (any more) |
 * | request_unavailable | the title is outside the limits of the kids account that asked for it (by now) |
 * | instance_missing | the library has been removed |
 * | metadata_unresolved | the library manager knows no such film, or the metadata provider no such series |
 * | library_unavailable | the library manager refused the title, or has no root folder or quality profile |
 * | tv_match_changed | the series is matched with another one now than when it was asked for |
 * | tv_match_paused | an administrator holds the series back |
 * | tv_match_ambiguous | it is unknown which series of the library's catalog is meant |
 * | tv_seasons_unmapped | a season that was asked for has no counterpart there |
 * | tv_target_missing | the library manager knows no such series |
 * | tv_metadata_unavailable | the metadata provider could not say which series it is; it is tried again |
 * | tv_metadata_refresh | the library manager has yet to learn of a season; it is tried again |
 * | tv_pilot_unavailable | the library manager knows no first episode |
 * | import_failed, import_abandoned, import_cancelled | the library manager took it in and could not finish; books alone meet these |
 * | retry_limit | tried too often |
 * | requested, available | complete: did the library await something of the title when it accepted it, or hold all of it? Nothing is derived from it later |
 */
export type DeliveryCode =
  | 'service_unavailable'
  | 'access_unavailable'
  | 'request_unavailable'
  | 'instance_missing'
  | 'metadata_unresolved'
  | 'library_unavailable'
  | 'tv_match_changed'
  | 'tv_match_paused'
  | 'tv_match_ambiguous'
  | 'tv_seasons_unmapped'
  | 'tv_target_missing'
  | 'tv_metadata_unavailable'
  | 'tv_metadata_refresh'
  | 'tv_pilot_unavailable'
  | 'import_failed'
  | 'import_abandoned'
  | 'import_cancelled'
  | 'retry_limit'
  | 'requested'
  | 'available';
