import type { ZodType } from 'zod';
import { Secret } from '../../core/secrets/secret.js';
import type { Clock } from '../../core/time/clock.js';
import {
  checkedAnswer,
  foundAnswer,
  pairedAnswer,
  pinRequiredAnswer,
  readAnswer,
  readyAnswer,
  sentAnswer,
} from './helper-answers.js';
import { HelperError } from './helper-error.js';
import { HelperProcess } from './helper-process.js';

interface BoxAddress {
  /** A host name or an IPv4 address. */
  readonly address: string;
  readonly identifier: string;
}

export interface PairedBox extends BoxAddress {
  readonly credentials: Secret;
}

export interface FoundBox {
  /** 1 to 128 characters, all of which are shown. */
  readonly name: string;
  /** Letters, digits, dots and hyphens; 253 characters at most. */
  readonly address: string;
  /** 1 to 256 visible characters of ASCII. */
  readonly identifier: string;
  /** As `name`. */
  readonly model?: string;
}

/** Which helper it is. */
export interface HelperVersion {
  /** The version of the lines; this client speaks version 1. */
  readonly protocol: number;
  readonly library: string;
  readonly version: string;
}

/** A pairing that waits for the PIN which the box shows. Its process lives until it is finished or closed, five minutes at most. */
export interface Pairing {
  readonly device: { readonly name?: string; readonly model?: string };
  /** Resolves when the process has ended, by whatever: it can't be finished any more. */
  readonly ended: Promise<void>;
  /** Hands over the PIN, once; the process ends by it. @throws HelperError; `pairing_expired` also after five minutes or a second PIN */
  finish(pin: string): Promise<Secret>;
  /** Ends the process; calling it again does nothing. */
  close(): void;
}

interface AppleTvHelperOptions {
  /** One program: a path, or a name that is looked up on the PATH. Never a command line. */
  readonly command: string;
  readonly clock: Clock;
  /** The PATH that the program is looked up on and is given; the server's own by default. */
  readonly pathVariable?: string;
}

/**
 * The program that speaks to Apple TVs, by JSON lines. Each operation starts a process without shell and arguments, in its own group, with
 * PATH, HOME and LANG alone; secrets go over stdin. It settles when the process is gone: without an answer within 40 s the group gets
 * SIGTERM, 2 s later SIGKILL. Stderr is dropped; more than 64 KiB on both streams is too much. Nothing is asked twice.
 * When the server is killed, only the end of its stdin tells a helper. @throws HelperError for everything but an affirmed answer
 */
export class AppleTvHelper {
  private readonly processes = new Set<HelperProcess>();
  private isClosed = false;

  constructor(private readonly options: AppleTvHelperOptions) {}

  version(): Promise<HelperVersion> {
    return this.single({ op: 'version' }, readyAnswer);
  }

  /** Looks for boxes: on the network, or at one address. At most 64; none may mean that the search can't leave a container. */
  discover(address?: string): Promise<readonly FoundBox[]> {
    return this.single({ op: 'discover', address }, foundAnswer);
  }

  /** Has the box show a PIN. */
  async beginPairing({ address, identifier }: BoxAddress): Promise<Pairing> {
    const process = this.start();
    const request = { op: 'pair_begin', address, identifier };
    try {
      const device = readAnswer(await process.ask(request), pinRequiredAnswer);
      process.requireSound();
      return new BoxPairing(process, device, this.options.clock);
    } catch (fault) {
      await process.finish();
      throw fault;
    }
  }

  /** Connects to a box and looks whether it has an app (a bundle id), without opening anything. */
  check(
    box: PairedBox,
    app: string,
    signal?: AbortSignal,
  ): Promise<{ readonly connected: boolean; readonly installed: boolean }> {
    return this.single({ op: 'check', ...membersOf(box), app }, checkedAnswer, signal);
  }

  /** A sleeping box is turned on. That it took the link doesn't prove what it shows; a failed call may have sent it, too. */
  async open(
    box: PairedBox,
    { app, url }: { readonly app: string; readonly url: string },
    signal?: AbortSignal,
  ): Promise<void> {
    await this.single({ op: 'open', ...membersOf(box), app, url }, sentAnswer, signal);
  }

  /** Ends every process and resolves when they are gone, after 4 s at most. Every later call throws `aborted`. */
  async close(): Promise<void> {
    this.isClosed = true;
    const open = [...this.processes];
    for (const process of open) process.stop('aborted');
    await Promise.all(open.map(({ gone }) => gone));
  }

  private async single<T>(request: object, answer: ZodType<T>, signal?: AbortSignal): Promise<T> {
    return lastAnswer(this.start(signal), request, answer, signal);
  }

  private start(signal?: AbortSignal): HelperProcess {
    if (this.isClosed || signal?.aborted) throw new HelperError('aborted', true);
    const { command, clock, pathVariable } = this.options;
    const process = new HelperProcess({ command, clock, environment: bareEnvironment(pathVariable) });
    this.processes.add(process);
    void process.gone.then(() => this.processes.delete(process));
    return process;
  }
}

const membersOf = ({ address, identifier, credentials }: PairedBox): object => ({
  address,
  identifier,
  credentials: credentials.reveal(),
});

/** What a program needs to be found and to read texts. Everything else of the server's environment may hold secrets. */
const NAMES = ['PATH', 'HOME', 'LANG'] as const;

function bareEnvironment(pathVariable = process.env.PATH): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = { ...process.env, PATH: pathVariable };
  return Object.fromEntries(
    NAMES.flatMap((name) => (environment[name] === undefined ? [] : [[name, environment[name]]])),
  );
}

/** A player on a box, and the links that show a title in it. None of them begins to play. */
interface Player {
  /** The bundle by which the box knows the player. */
  readonly app: string;
  /** The link to the page of a film or a series of The Movie Database. */
  readonly link: (mediaType: 'movie' | 'tv', tmdbId: number) => string;
}

export const PLAYERS = {
  infuse: {
    app: 'com.firecore.infuse',
    link: (mediaType, tmdbId) => `infuse://${mediaType === 'movie' ? 'movie' : 'series'}/${tmdbId}`,
  },
} as const satisfies Readonly<Record<string, Player>>;

const LIFETIME_MS = 5 * 60_000;

class BoxPairing implements Pairing {
  readonly ended: Promise<void>;
  private isUsed = false;

  constructor(
    private readonly process: HelperProcess,
    readonly device: Pairing['device'],
    clock: Clock,
  ) {
    this.ended = process.gone;
    const timer = clock.setTimer(LIFETIME_MS, () => process.stop('pairing_expired'));
    void this.ended.then(() => timer.cancel());
  }

  async finish(pin: string): Promise<Secret> {
    if (this.isUsed) throw new HelperError('pairing_expired', false);
    this.isUsed = true;
    return Secret.of(await lastAnswer(this.process, { op: 'pair_finish', pin }, pairedAnswer));
  }

  close(): void {
    this.process.stop('aborted');
  }
}

/** Asks a process for the last time, and settles once it is gone. @throws HelperError */
async function lastAnswer<T>(
  process: HelperProcess,
  request: object,
  answer: ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  try {
    return readAnswer(await process.ask(request, signal), answer);
  } finally {
    // What comes behind an answer spoils it.
    await process.finish();
  }
}
