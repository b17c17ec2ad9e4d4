import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AccountList, MediaServerPlace } from './media-accounts.js';
import { benchProgram } from './measured-process.js';

/** How much the outside systems hold. */
export interface UpstreamsOrder {
  readonly films: number;
  /** Each with 30 episodes in three seasons; three in ten are partly there. */
  readonly series: number;
  /** The metadata provider knows so many of each; besides, all titles to be asked for. */
  readonly known: number;
  /** The list of films is sent in chunks, from bytes that are made once: it is to be passed on, not to be changed. */
  readonly fixedFilms?: boolean;
  /** Works of the library of books, each in both formats; it isn't connected where nothing is said. */
  readonly books?: number;
  /** Albums of the library of music; it isn't connected where nothing is said. */
  readonly albums?: number;
  /**
   * How many instances of each of these two are connected, so that each can be read for the first time; one where
   * nothing is said.
   */
  readonly instancesEach?: number;
  /** Whether the provider's posters are there to be fetched; nothing is dialled for them where nothing is said. */
  readonly posters?: boolean;
  /** Films that are in the queue, one row each, and torrents of a client, which isn't connected where nothing is said. */
  readonly downloads?: { readonly rows: number; readonly items: number };
  /** Accounts on each of four media servers; 0 where nothing is said. */
  readonly mediaAccounts?: number;
  /** Whether the server may post to the chat and push by the gateway. */
  readonly channels?: boolean;
  /** Whether its background jobs can be run again and again: the server then runs from its modules, not from its bundle. */
  readonly jobs?: boolean;
}

/** Where the outside systems stand. */
export interface Upstreams {
  readonly radarr: { readonly url: string; readonly apiKey: string };
  readonly sonarr: { readonly url: string; readonly apiKey: string };
  readonly chaptarr: { readonly url: string; readonly apiKey: string };
  readonly lidarr: { readonly url: string; readonly apiKey: string };
  readonly qbittorrent: { readonly url: string; readonly username: string; readonly password: string };
  readonly tmdb: { readonly url: string; readonly token: string };
  /** The host of the metadata provider's posters. */
  readonly pictures: { readonly url: string };
  readonly hub: { readonly url: string };
  /** An incoming webhook of the chat service. */
  readonly chat: { readonly url: string; readonly webhook: string };
  readonly pushGateway: { readonly url: string; readonly apiKey: string };
  /** Those that the household runs itself. */
  readonly mediaServers: readonly MediaServerPlace[];
  /** What they and the hub list of accounts. */
  readonly accountLists: readonly AccountList[];
  readonly oidc: { readonly url: string; readonly clientId: string; readonly clientSecret: string };
}

/** The film that the manager reports. */
export interface FilmUpdate {
  /** TMDB id. */
  readonly webhookFor: number;
}

/** The manager of films is to take calls that read its library, and answer none of them. */
export interface FilmSilence {
  readonly hang: true;
}

/** The owner of the server at the hub is to approve a PIN. */
export interface PinApproval {
  readonly approve: number;
}

/** Somebody wants to know how many calls have come to the media servers and the hub. */
export interface CallCount {
  readonly countCalls: true;
}

/** How the chat service and the push gateway behave; `limited` takes nothing for the rest of the day. */
export interface ChannelBehaviour {
  readonly chat: 'well' | 'limited';
  readonly gateway: 'well' | 'limited' | 'hanging';
}

/** Somebody wants to know when so many posts stand in the chat, those from before included. */
export interface PostCount {
  readonly posts: number;
}

/** The outside systems in a process of their own: what they do is nobody's work but theirs. */
export class UpstreamsProcess {
  private constructor(
    readonly places: Upstreams,
    private readonly child: ChildProcess,
  ) {}

  static async start(order: UpstreamsOrder): Promise<UpstreamsProcess> {
    const child = fork(benchProgram('stage/upstreams-process'));
    const ready = once(child, 'message');
    child.send(order);
    const [places] = (await ready) as [Upstreams];
    return new UpstreamsProcess(places, child);
  }

  /** The manager of films calls all its webhooks: a file of this film has come. */
  sendFilmWebhook(tmdbId: number): void {
    this.child.send({ webhookFor: tmdbId } satisfies FilmUpdate);
  }

  /** From now on the manager of films takes calls that read its library, and answers none of them. */
  hangFilms(): void {
    this.child.send({ hang: true } satisfies FilmSilence);
  }

  /** The owner of the server at the hub approves a PIN. */
  async approveAtHub(pinId: number): Promise<void> {
    await this.answerTo({ approve: pinId } satisfies PinApproval);
  }

  /** So many calls have come to the media servers and the hub. */
  mediaServerCalls(): Promise<number> {
    return this.answerTo({ countCalls: true } satisfies CallCount);
  }

  /** From now on the chat service and the push gateway behave like this. */
  async letChannelsBe(behaviour: ChannelBehaviour): Promise<void> {
    await this.answerTo(behaviour);
  }

  /** Resolves once so many posts stand in the chat, those from before included. Answers how many there are. */
  posted(posts: number): Promise<number> {
    return this.answerTo({ posts });
  }

  private async answerTo(order: PinApproval | CallCount | ChannelBehaviour | PostCount): Promise<number> {
    const answered = once(this.child, 'message');
    this.child.send(order);
    const [answer] = (await answered) as [number];
    return answer;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
