import { sayFrom } from '../../core/errors/sentence.js';

/** How a sign-in at the book catalog ended, and why a connection to it was not shared, where no refusal says it. */
const BOOKCATALOG_SENTENCES = {
  catalog_sign_in_denied: 'the sign-in was denied',
  catalog_sign_in_expired: 'the sign-in has run out',
  catalog_sign_in_refused: 'the book catalog refused the sign-in',
  catalog_sign_in_superseded: 'a newer sign-in was begun',
  catalog_instance_deleted: 'the instance was deleted',
  catalog_connection_changed: 'the connection was changed meanwhile',
  catalog_connection_not_stored: 'the connection could not be stored',
  share_target_is_source: 'this instance is the source',
  share_revision_negative: 'revision must not be negative',
  share_target_named_twice: 'this instance is named more than once',
} as const;

export const sayBookcatalog = sayFrom(BOOKCATALOG_SENTENCES);
