import type { ZodType } from 'zod';
import { readCommands, type ServarrCommand } from './commands.js';
import { testConnection } from './connection-test.js';
import { ServarrNotifications } from './notifications.js';
import { readQualityProfiles, type QualityProfile } from './quality-profiles.js';
import { readQueue } from './queue-page.js';
import { readRootFolders, type RootFolder } from './root-folders.js';
import { ServarrTransport, type ServarrOptions } from './servarr-transport.js';
import type { SystemStatus } from './system-status.js';

/** Where a manager of the family stands. */
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

  /** @param row reads a row of the download queue */
  protected constructor(
    options: ServarrOptions,
    private readonly row: ZodType<Row>,
  ) {
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
  queue(signal?: AbortSignal): Promise<readonly Row[]> {
    return readQueue(this.transport, this.row, signal);
  }

  qualityProfiles(signal?: AbortSignal): Promise<readonly QualityProfile[]> {
    return readQualityProfiles(this.transport, signal);
  }

  rootFolders(signal?: AbortSignal): Promise<readonly RootFolder[]> {
    return readRootFolders(this.transport, signal);
  }
}
