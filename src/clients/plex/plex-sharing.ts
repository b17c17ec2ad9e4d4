import { sayFrom, type Sentence } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import type { HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { readXml } from '../http/xml-answer.js';
import { type PlexShare, type PlexSharedLibraries, type PlexShareSettings, plexShares } from './plex-shares.js';

const SYSTEM = 'plex';

/** What became of a call to the hub. */
const PLEX_SENTENCES = {
  hub_share_names_no_library: 'no library is named, which would share all of them',
  hub_id_not_a_number: 'an id is no whole number',
  hub_invitation_unreadable: 'the invitation can not be read, take it back at the hub',
  hub_answered_about_another_pin: 'server answered about another PIN',
  hub_answered_about_another_server: 'server answered about another server',
} as const;

export const sayPlex = sayFrom(PLEX_SENTENCES);

/** Who is invited: an address or a username, or somebody's number. */
export type PlexInvited = { readonly name: string } | { readonly userId: string };

interface PlexShareOffer {
  readonly libraries: PlexSharedLibraries;
  readonly settings: PlexShareSettings;
}

/** By a token of the owner. What a write answers says little: {@link shares} and the invitations say whether it was done. */
export class PlexSharing {
  constructor(
    private readonly transport: HttpTransport,
    private readonly machineIdentifier: string,
  ) {}

  /** With whom the server is shared. Invitations that wait for an answer may be among them, and may not. */
  async shares(signal?: AbortSignal): Promise<readonly PlexShare[]> {
    const operation = 'shares.list';
    const answer = await this.transport.send({ operation, method: 'GET', path: this.path(), signal });
    const shares = plexShares(await readXml(SYSTEM, operation, answer), this.machineIdentifier);
    if (shares === null) throw unexpected(operation);
    return shares;
  }

  /** Shares the server with a friend at once, and invites somebody else. An invitation is sent each time. */
  async share(invited: PlexInvited, { libraries, settings }: PlexShareOffer, signal?: AbortSignal): Promise<void> {
    const operation = 'share.create';
    const who =
      'userId' in invited ? { invited_id: numberOf(operation, invited.userId) } : { invited_email: invited.name };
    const json = {
      server_id: this.machineIdentifier,
      shared_server: { library_section_ids: sectionsOf(operation, libraries), ...who },
      sharing_settings: writtenAsDigits(settings),
    };
    await this.transport.send({ operation, method: 'POST', path: this.path(), json, signal });
  }

  /** Shares these libraries and no others. What else is set for the share stays. */
  async changeLibraries(shareId: string, libraries: PlexSharedLibraries, signal?: AbortSignal): Promise<void> {
    const operation = 'share.libraries';
    const json = {
      server_id: this.machineIdentifier,
      shared_server: { library_section_ids: sectionsOf(operation, libraries) },
    };
    const path = [...this.path(), numberOf(operation, shareId)];
    await this.transport.send({ operation, method: 'PUT', path, json, signal });
  }

  /** The call names the shared libraries, and has no word for all: where all are, `changeLibraries` with `all` has to follow. */
  async changeSettings(
    shareId: string,
    settings: PlexShareSettings,
    libraryIds: readonly string[],
    signal?: AbortSignal,
  ): Promise<void> {
    const operation = 'share.settings';
    const json = { settings, librarySectionIds: sectionsOf(operation, libraryIds) };
    const path = ['api', 'v2', 'shared_servers', numberOf(operation, shareId)];
    await this.transport.send({ operation, method: 'POST', path, json, signal });
  }

  /** Ends a share. Its owner stays a friend. */
  async endShare(shareId: string, signal?: AbortSignal): Promise<void> {
    const operation = 'share.end';
    const path = [...this.path(), numberOf(operation, shareId)];
    await this.transport.send({ operation, method: 'DELETE', path, signal });
  }

  private path(): readonly string[] {
    return ['api', 'servers', this.machineIdentifier, 'shared_servers'];
  }
}

/** An empty list means all of them to Plex, so a choice of none is never sent. */
function sectionsOf(operation: string, libraries: PlexSharedLibraries): readonly number[] {
  if (libraries === 'all') return [];
  if (libraries.length === 0) throw notSent(operation, sayPlex('hub_share_names_no_library'));
  return libraries.map((library) => numberOf(operation, library));
}

function numberOf(operation: string, id: string): number {
  const value = Number(id);
  if (/^[1-9]\d*$/.test(id) && Number.isSafeInteger(value)) return value;
  throw notSent(operation, sayPlex('hub_id_not_a_number'));
}

const digit = (value: boolean): '0' | '1' => (value ? '1' : '0');

const writtenAsDigits = (settings: PlexShareSettings) => ({
  ...settings,
  allowSync: digit(settings.allowSync),
  allowCameraUpload: digit(settings.allowCameraUpload),
  allowChannels: digit(settings.allowChannels),
});

/** A call that is not made, since what it would have to name is unknown. */
export const notSent = (operation: string, why: Sentence): UpstreamError =>
  new UpstreamError({
    system: SYSTEM,
    operation,
    kind: 'rejected',
    definitelyNotSent: true,
    reason: sayHttp('call_not_sent', { why }),
  });

/** An answer that is XML, and no list that can be relied on. */
export const unexpected = (operation: string): UpstreamError =>
  new UpstreamError({
    system: SYSTEM,
    operation,
    kind: 'malformed',
    definitelyNotSent: false,
    reason: sayHttp('answer_unexpected'),
  });
