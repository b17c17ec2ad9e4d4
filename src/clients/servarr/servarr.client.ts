import { z, type ZodType } from 'zod';
import { lenient, readableRows } from '../http/lenient-members.js';
import { type ServarrOptions, ServarrTransport } from './servarr-transport.js';
import { readCommands, type ServarrCommand } from './commands.js';
import { type SystemStatus, testConnection } from './connection-test.js';
import {
  readHistory,
  readRecentHistory,
  type HistoryNames,
  type HistoryRead,
  type ServarrRecordHappening,
} from './history.js';
import { ServarrNotifications } from './notifications.js';
import { type ClientDefinition, readClientDefinitions } from './client-definitions.js';
import { type QueueRead, readQueue, type ServarrQueueRow } from './queue-page.js';
import { type DetailedRow, detailedRow, type QueueDetails } from './queued-download.js';

/** Of thousands of records a library is tens of megabytes, and a manager takes its time over it. */
export const WHOLE_LIBRARY = { deadlineMs: 60_000, maxBytes: 256 * 1024 * 1024 } as const;

/** Lookups and additions ask the manager's own metadata service first. */
export const ASKS_METADATA = { deadlineMs: 30_000 } as const;

/** A quality profile of a manager. */
interface QualityProfile {
  readonly id: number;
  /** Its number where it has no name. */
  readonly name: string;
}

const profile = z
  .object({ id: z.int(), name: lenient(z.string()) })
  .transform(({ id, name }): QualityProfile => ({ id, name: name ?? String(id) }));

function readQualityProfiles(
  transport: ServarrTransport,
  list: ZodType<readonly QualityProfile[]>,
  signal?: AbortSignal,
): Promise<readonly QualityProfile[]> {
  return transport.json({ operation: 'qualityprofile.list', method: 'GET', path: ['qualityprofile'], signal }, list);
}

/** A folder that a manager keeps its library in. */
interface RootFolder {
  /** Path as the manager's machine sees it. */
  readonly path: string;
  /** Can the manager reach it right now? False too where it doesn't say. */
  readonly accessible: boolean;
}

const folders = readableRows(
  z
    .object({ path: z.string(), accessible: lenient(z.boolean()) })
    .transform(({ path, accessible }): RootFolder => ({ path, accessible: accessible ?? false })),
);

/** All root folders, in the manager's order. One without a path is left out, since nothing can be put into it. */
function readRootFolders(transport: ServarrTransport, signal?: AbortSignal): Promise<readonly RootFolder[]> {
  return transport.json({ operation: 'rootfolder.list', method: 'GET', path: ['rootfolder'], signal }, folders);
}

/** A manager answers about its queue from memory; what its rows are for makes a page of a thousand megabytes long. */
const DETAILED_QUEUE = { deadlineMs: 12_000, maxBytes: 16 * 1024 * 1024 } as const;

/** The address of a manager of the family. */
export type ServarrAddress = Omit<ServarrOptions, 'system' | 'api'>;

/**
 * What every manager of the family can be asked, whatever it keeps.
 *
 * @typeParam Row what is read of a row of its download queue
 */
export abstract class ServarrClient<Row> {
  /** Whom it notifies of what happens in it. */
  readonly notifications: ServarrNotifications;
  protected readonly transport: ServarrTransport;
  private readonly detailed: ZodType<DetailedRow<Row>>;

  /**
   * @param row reads a row of the download queue
   * @param historyNames how the history is asked for one record
   * @param details how a row says what it is for
   */
  protected constructor(
    options: ServarrOptions,
    private readonly row: ZodType<Row & ServarrQueueRow>,
    private readonly historyNames: HistoryNames,
    private readonly details: QueueDetails,
  ) {
    this.detailed = detailedRow(row, details);
    this.transport = new ServarrTransport(options);
    this.notifications = new ServarrNotifications(this.transport);
  }

  /**
   * Who answers at this address? The caller judges whether `appName` is the product it wants.
   *
   * @throws UpstreamError whose reason is a text of doc 3 §3.2
   */
  testConnection(signal?: AbortSignal): Promise<SystemStatus> {
    return testConnection(this.transport, signal);
  }

  /** Running commands and those of late. */
  commands(signal?: AbortSignal): Promise<readonly ServarrCommand[]> {
    return readCommands(this.transport, signal);
  }

  /** The complete download queue. */
  async queue(signal?: AbortSignal): Promise<readonly Row[]> {
    return (await readQueue(this.transport, this.row, { signal })).rows;
  }

  /**
   * The same, each row with what it is for, and with downloads that the manager can't match with anything.
   *
   * @throws UpstreamError, of kind `too_large` for a page of more than 16 MB, of kind `timeout` after 12 s for a page
   */
  detailedQueue(signal?: AbortSignal): Promise<QueueRead<DetailedRow<Row>>> {
    return readQueue(this.transport, this.detailed, { query: this.details.query, signal, ...DETAILED_QUEUE });
  }

  /** The download clients that it is configured with: see {@link readClientDefinitions}. */
  clientDefinitions(signal?: AbortSignal): Promise<readonly ClientDefinition[]> {
    return readClientDefinitions(this.transport, signal);
  }

  /** What has become of the downloads and files of a record; the newest hundred rows. */
  history(recordId: number, signal?: AbortSignal): Promise<HistoryRead> {
    return readHistory(this.transport, this.historyNames, recordId, signal);
  }

  /** What has become of all records after this moment, in epoch milliseconds; the newest thousand rows. */
  recentHistory(since: number, signal?: AbortSignal): Promise<HistoryRead<ServarrRecordHappening>> {
    return readRecentHistory(this.transport, this.historyNames, since, signal);
  }

  /**
   * All quality profiles, in the manager's order, to take one of them. One that can't be read spoils the list: it may be the wanted
   * one, in whose place another would be taken.
   */
  qualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, z.array(profile), signal);
  }

  /** Those of them that can be read, to be offered. Source: issue 43 C14 */
  offeredQualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, readableRows(profile), signal);
  }

  rootFolders(signal?: AbortSignal): Promise<readonly RootFolder[]> {
    return readRootFolders(this.transport, signal);
  }
}
