import { catalogId, titleKey, type KindOfTitle } from '../domain/title-key.js';

/** What a frame of the server says has changed, and thus what is worth reading again. */
export interface Named {
  /** A title, as {@link titleKey} names it. */
  readonly title?: string;
  /** A request by its number. */
  readonly requestId?: number;
  /** Something in this library; which title isn't said. */
  readonly library?: { readonly id: string; readonly kind: KindOfTitle };
  /** Requests were made or decided, so that lists of them may have other entries. */
  readonly isOfRequests?: true;
  /** What an account may ask for. */
  readonly isOfAllowances?: true;
  /** The queue of a download client. */
  readonly isOfDownloads?: true;
  /** Anything: libraries, rights or limits. */
  readonly isOfAll?: true;
}

type Data = Readonly<Record<string, unknown>>;

const KIND_OF_SERVICE: Readonly<Record<string, KindOfTitle>> = {
  movie_manager: 'movie',
  tv_manager: 'tv',
  book_manager: 'book',
  music_manager: 'music',
};

/** What each type of frame names. Others concern nothing that is shown. Source: doc 3 section 6, doc 4 section 5.2. */
const READERS: Readonly<Record<string, (data: Data) => Named>> = {
  config_changed: () => ({ isOfAll: true }),
  download_progress: titleIn,
  request_status_changed: titleIn,
  arr_queue_changed: libraryIn,
  request_pending: requestIn,
  request_auto_approved: requestIn,
  request_decision: requestIn,
  request_updated: requestIn,
  request_quota_changed: () => ({ isOfAllowances: true }),
  downloads_queue: () => ({ isOfDownloads: true }),
};

/** Reads a message of the server. Undefined for what concerns nothing that is shown, and for what is no frame. */
export function namedBy(message: unknown): Named | undefined {
  const { type, data } = asRecord(parsed(message));
  return typeof type === 'string' && Object.hasOwn(READERS, type) ? READERS[type]?.(asRecord(data)) : undefined;
}

function titleIn({ media_type: kind, tmdb_id: id, foreign_id: foreignId }: Data): Named {
  if ((kind === 'movie' || kind === 'tv') && typeof id === 'number' && id > 0) return { title: titleKey(kind, id) };
  const isOfCatalog = (kind === 'book' || kind === 'music') && typeof foreignId === 'string' && foreignId !== '';
  return isOfCatalog ? { title: titleKey(kind, catalogId(kind, foreignId)) } : {};
}

function requestIn(data: Data): Named {
  const { request_id: requestId } = data;
  return { ...titleIn(data), ...(typeof requestId === 'number' ? { requestId } : {}), isOfRequests: true };
}

function libraryIn({ instance_id: id, service_type: service }: Data): Named {
  const kind = typeof service === 'string' ? KIND_OF_SERVICE[service] : undefined;
  return kind !== undefined && typeof id === 'string' ? { library: { id, kind } } : {};
}

function parsed(message: unknown): unknown {
  if (typeof message !== 'string') return undefined;
  try {
    return JSON.parse(message) as unknown;
  } catch {
    return undefined;
  }
}

const asRecord = (value: unknown): Data => (typeof value === 'object' && value !== null ? (value as Data) : {});
