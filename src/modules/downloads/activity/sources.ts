import type { DownloadItem } from '../../../clients/downloads/download-client.js';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import type { QueuedDownload } from '../../../clients/servarr/queued-download.js';
import type { DownloadClientType, LibraryManagerType } from '../../instances/instances.public.js';

export type ClientKind = DownloadClientType;

export interface Source {
  readonly id: string;
  readonly name: string;
  /** What is wrong with it, for administrators; null while all of it was read just now. */
  readonly trouble: SourceTrouble | null;
  /** Is what it holds the last that was read before it failed? */
  readonly isStale: boolean;
}

export type SourceTrouble =
  | 'unreadable' // it can't be read
  | 'slow' // it hasn't answered in time
  | 'incomplete' // it holds other rows than it says
  | 'rows_lost' // some of what it lists can't be read
  | 'too_many' // it holds more than is listed
  | 'no_definitions'; // which clients it is configured with can't be read

export interface ManagerSource extends Source {
  readonly serviceType: LibraryManagerType;
  readonly rows: readonly QueuedDownload[];
  /** Null where they can't be read: which client a row means is unknown then. */
  readonly definitions: readonly ClientDefinition[] | null;
}

export interface ClientSource extends Source {
  readonly kind: ClientKind;
  /** As we reach it. */
  readonly url: string;
  readonly items: readonly DownloadItem[];
}

export interface Sources {
  readonly managers: readonly ManagerSource[];
  readonly clients: readonly ClientSource[];
}
