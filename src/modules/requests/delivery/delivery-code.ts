/**
 * Why a delivery waits or has stopped, for clients that show their own words. A subset of doc 4 section 1.17: the
 * codes that a film can meet.
 *
 * | code | meaning |
 * |---|---|
 * | service_unavailable | the library manager could not be reached or could not answer; it is tried again |
 * | access_unavailable | the requester may not use this library (any more) |
 * | instance_missing | the library has been removed |
 * | metadata_unresolved | the library manager knows no such film |
 * | library_unavailable | the library manager refused the film, or has no root folder or quality profile |
 * | retry_limit | tried too often |
 * | requested, available | complete: how the library stood when it accepted the film; nothing is derived from it later |
 */
export type DeliveryCode =
  | 'service_unavailable'
  | 'access_unavailable'
  | 'instance_missing'
  | 'metadata_unresolved'
  | 'library_unavailable'
  | 'retry_limit'
  | 'requested'
  | 'available';
