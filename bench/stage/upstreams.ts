import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
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
}

/** Where the outside systems stand. */
export interface Upstreams {
  readonly radarr: { readonly url: string; readonly apiKey: string };
  readonly sonarr: { readonly url: string; readonly apiKey: string };
  readonly chaptarr: { readonly url: string; readonly apiKey: string };
  readonly lidarr: { readonly url: string; readonly apiKey: string };
  readonly tmdb: { readonly url: string; readonly token: string };
  readonly hub: { readonly url: string };
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

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
