import { asText, type Fields } from './servarr-fields.js';
import { validationFailure, type ServarrProfile, type ServarrRootFolder } from './servarr-fixed-answers.js';
import type { ServarrRowGiven, ServarrStoredRow } from './servarr-queue.js';

/** A download client that a manager is configured with. */
export interface ServarrClientGiven {
  readonly name: string;
  readonly implementation: string;
  readonly host?: string;
  readonly port?: number;
}

/** It as the managers write it. */
export const clientResource = ({ name, implementation, host, port }: ServarrClientGiven, index: number): Fields => ({
  id: index + 1,
  name,
  enable: true,
  protocol: 'torrent',
  priority: 1,
  removeCompletedDownloads: true,
  removeFailedDownloads: true,
  fields: [
    { order: 0, name: 'host', label: 'Host', value: host, type: 'textbox', advanced: false },
    { order: 1, name: 'port', label: 'Port', value: port, type: 'textbox', advanced: false },
    { order: 2, name: 'password', label: 'Password', value: '********', type: 'password', advanced: false },
  ],
  implementationName: implementation,
  implementation,
  configContract: `${implementation}Settings`,
  tags: [],
});

/** What the fake of every manager remembers beside its library. */
export abstract class ServarrStore {
  private lastId = 11;
  /** The download clients that it is configured with. */
  clients: readonly ServarrClientGiven[] = [
    { name: 'qbit-main', implementation: 'QBittorrent', host: 'qbit.lan', port: 8080 },
  ];

  /** @param now epoch milliseconds */
  protected constructor(
    readonly now: () => number,
    public profiles: readonly ServarrProfile[],
    public folders: readonly ServarrRootFolder[],
  ) {}

  /** The present moment as the managers write it. */
  moment(): string {
    return new Date(this.now()).toISOString();
  }

  protected nextId(): number {
    return ++this.lastId;
  }

  /** Where a new record goes: as the fields say, else to the first that there is. */
  protected placeOf(fields: Fields): { readonly qualityProfileId: number; readonly rootFolderPath: string } {
    return {
      qualityProfileId: Number(fields.qualityProfileId ?? this.profiles[0]?.id ?? 0),
      rootFolderPath: asText(fields.rootFolderPath, this.folders[0]?.path ?? ''),
    };
  }

  /** A row that has just begun to come, where nothing else is said. */
  protected newRow(title: string, bytes: number, given: ServarrRowGiven): ServarrStoredRow {
    const id = this.nextId();
    const { size = bytes, sizeLeft = size, status = 'downloading', client = 'qbit-main' } = given;
    const downloadId = given.downloadId ?? id.toString(16).toUpperCase().padStart(40, 'D');
    return { id, title: given.title ?? title, status, downloadId, size, sizeLeft, client, added: this.moment() };
  }

  /** What the validators object to in the place of an addition. */
  protected placeRefusals({ rootFolderPath: path, qualityProfileId: profile }: Fields): readonly Fields[] {
    const failures: Fields[] = [];
    if (!this.folders.some((folder) => folder.path === path)) {
      const message = `Root folder '${String(path)}' does not exist`;
      failures.push(validationFailure('RootFolderPath', 'RootFolderExistsValidator', message, path));
    }
    return [...failures, ...this.profileRefusals(profile)];
  }

  protected profileRefusals(profile: unknown): readonly Fields[] {
    if (this.profiles.some(({ id }) => id === profile)) return [];
    const message = 'Quality Profile does not exist';
    return [validationFailure('QualityProfileId', 'QualityProfileExistsValidator', message, profile)];
  }
}
