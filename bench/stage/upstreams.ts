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
  /** Whether the provider's posters are there to be fetched; nothing is dialled for them where nothing is said. */
  readonly posters?: boolean;
}

/** Where the outside systems stand. */
export interface Upstreams {
  readonly radarr: { readonly url: string; readonly apiKey: string };
  readonly sonarr: { readonly url: string; readonly apiKey: string };
  readonly tmdb: { readonly url: string; readonly token: string };
  /** The host of the metadata provider's posters. */
  readonly pictures: { readonly url: string };
}

/** What the manager of films is to do: to report a film by its TMDB id, or to take calls that read its library and answer none. */
export type UpstreamsCommand = { readonly webhookFor: number } | { readonly hang: true };

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
    this.command({ webhookFor: tmdbId });
  }

  /** From now on the manager of films takes calls that read its library, and answers none of them. */
  hangFilms(): void {
    this.command({ hang: true });
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }

  private command(command: UpstreamsCommand): void {
    this.child.send(command);
  }
}
