/**
 * What a manager says has happened in it.
 *
 * | happening | meaning |
 * |---|---|
 * | grabbed | a release was sent to a download client |
 * | imported | files of a title came, or better ones in their place |
 * | added | a title came into the library |
 * | removed | a title has left it |
 * | file_removed | files of a title are gone |
 * | failed | a download or an import came to nothing |
 * | changed | files were named or tagged otherwise |
 */
export type ServarrHappening = 'grabbed' | 'imported' | 'added' | 'removed' | 'file_removed' | 'failed' | 'changed';

/** How one product of the family is told to call a webhook, and what its calls mean. */
export interface WebhookProfile {
  /** Flags of a notification that are on, where the product has and supports them. */
  readonly on: readonly string[];
  /** Flags that are off, where the product has them. */
  readonly off: readonly string[];
  /** Flags without which a webhook would be in vain. */
  readonly required: readonly string[];
  /** Do we empty the list of headers of our own? */
  readonly clearsHeaders: boolean;
  /** By event, lower-case with everything but letters removed. Others are none of our business. */
  readonly events: Readonly<Record<string, ServarrHappening>>;
}
