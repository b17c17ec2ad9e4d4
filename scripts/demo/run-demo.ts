import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientResult, ClientTask } from './client-protocol.js';
import { DemoFailure, Interruption } from './demo-failure.js';
import { exploreText } from './explore.js';
import { FREE_ALBUM, FREE_BOOK } from './discoverables.js';
import { DEMO_FILMS, WANTED_FILM } from './films.js';
import { Household } from './household.js';
import type { ServerMember } from './media-servers.js';
import { MEMBER_CHAT_ID } from './message-services.js';
import { runClient } from './run-client.js';
import { portOrAny, ServerProcess } from './server-process.js';
import { DEN } from './set-top-box.js';
import { endStateOf, faultsOf, PROOFS } from './proofs.js';
import { PLEX_MEMBER } from './sign-in-providers.js';

export interface DemoOptions {
  /** The checkout, with the server and the demo built. */
  readonly root: string;
  /** True to end after the main job. */
  readonly once: boolean;
}

const USUAL_PORT = 7676;
/** Who gets an account on each media server. */
const MEMBER: ServerMember = { name: PLEX_MEMBER.username, password: 'grace-at-home' };
const DEADLINE_MS = 180_000;
/** The exit code that shells use for Ctrl+C. */
const INTERRUPTED = 130;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs the demo to its end and leaves nothing behind. Resolves with the exit code: 0 when everything was proved. */
export async function runDemo(options: DemoOptions): Promise<number> {
  const ending = new AbortController();
  SIGNALS.forEach((signal) =>
    // At a terminal npm passes on what has been received already; only the first one counts.
    process.on(signal, () => ending.abort(new Interruption(signal))),
  );
  const demo = new Demo(options, ending);
  try {
    await demo.mainJob();
    if (!options.once) await demo.stayUp();
    return 0;
  } catch (error) {
    if (error instanceof Interruption) {
      console.log('\nEnding the server and removing its data.');
      return demo.isProved ? 0 : INTERRUPTED;
    }
    if (!(error instanceof DemoFailure)) throw error;
    console.error(`\nThe demo failed. ${error.message}`);
    return 1;
  } finally {
    await demo.close();
  }
}

/** The server, its surroundings and its client. */
class Demo {
  /** True once the main job was done and both sides have shown it. */
  isProved = false;
  private readonly household = new Household();
  private readonly scratch = mkdtempSync(join(tmpdir(), 'usher-demo-'));
  private readonly setupCode = randomBytes(6).toString('hex');
  private server: ServerProcess | undefined;
  private serverUrl = '';
  private memberLink = '';

  constructor(
    private readonly options: DemoOptions,
    private readonly ending: AbortController,
  ) {
    // The last resort, where the process ends before `close` has.
    process.once('exit', () => {
      this.server?.kill();
      this.removeScratch();
    });
  }

  /** @throws DemoFailure unless answers and library both show that the main job was done, within three minutes */
  async mainJob(): Promise<void> {
    const deadline = setTimeout(
      () => this.ending.abort(new DemoFailure(`It was not done within ${DEADLINE_MS / 1000} seconds.`)),
      DEADLINE_MS,
    );
    try {
      await this.openHouse();
      const result = await runClient(this.task(), this.ending.signal);
      this.memberLink = result.memberLink;
      this.judge(result);
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Lets people look around until somebody asks for the end. */
  async stayUp(): Promise<never> {
    const film = DEMO_FILMS.find(({ tmdbId, owned }) => tmdbId !== WANTED_FILM.tmdbId && !owned) ?? WANTED_FILM;
    const { providers, messageServices } = this.household;
    const { memberLink } = this;
    const addresses = { tmdbUrl: providers.tmdb.apiUrl, postsUrl: messageServices.readingUrl };
    const around = { ...addresses, memberLink, film, book: FREE_BOOK, album: FREE_ALBUM };
    console.log(exploreText({ ...this.task(), ...around }));
    const { signal } = this.ending;
    return new Promise((_, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  }

  async close(): Promise<void> {
    await this.server?.stop();
    await this.household.close();
    this.removeScratch();
  }

  private async openHouse(): Promise<void> {
    const { providers, radarr, sonarr, lidarr, chaptarr, signIn, mediaServers, messageServices, setTopBox } =
      this.household;
    await this.household.open();
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(this.options.once ? 0 : await portOrAny(USUAL_PORT)),
      DATA_DIR: this.scratch,
      SETUP_CODE: this.setupCode,
      ...providers.settings,
      ...signIn.settings,
      ...messageServices.settings,
      ...setTopBox.settings,
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    };
    this.server = new ServerProcess(this.options.root, settings, (reason) => this.ending.abort(reason));
    this.serverUrl = await this.server.listening(this.ending.signal);
    console.log(`
Usher, with a simulated household. Nothing leaves this machine.

  Server                   ${this.serverUrl}  (a process of its own, with a new database)
  Simulated Radarr         ${radarr.url}
  Simulated Sonarr         ${sonarr.url}
  Simulated Lidarr         ${lidarr.url}
  Simulated Chaptarr       ${chaptarr.url}
  Simulated TMDB           ${providers.tmdb.apiUrl}
  Simulated Jellyfin       ${mediaServers.jellyfin.url}
  Simulated Emby           ${mediaServers.emby.url}
  Simulated Audiobookshelf ${mediaServers.audiobookshelf.url}
  Simulated Plex           ${signIn.plex.url}
  Simulated OpenID         ${signIn.oidc.url}
  Simulated Discord        ${messageServices.discord.url}
  Simulated push gateway   ${messageServices.pushGateway.url}
  Simulated Apple TV       behind the program of SETBOX_HELPER

TMDB is not the only provider that is played: so are Trakt, MusicBrainz,
ListenBrainz, the Cover Art Archive and Hardcover.

A client, another process, plays the people. Each line shows what somebody
does, the status of the answer, and the call.`);
  }

  private judge({ answers }: ClientResult): void {
    const faults = faultsOf(endStateOf(this.household, answers, MEMBER));
    if (faults.length > 0) throw new DemoFailure(faults.join('\n'));
    this.isProved = true;
    const lines = PROOFS.map(({ by, says }) => `\n  ${`by ${by}`.padEnd(21)}${says}`);
    console.log(`\nProved${lines.join('')}`);
  }

  private task(): ClientTask {
    const { radarr, sonarr, lidarr, chaptarr, providers, signIn, mediaServers, messageServices } = this.household;
    return {
      serverUrl: this.serverUrl,
      setupCode: this.setupCode,
      radarrUrl: radarr.url,
      radarrKey: radarr.apiKey,
      sonarrUrl: sonarr.url,
      sonarrKey: sonarr.apiKey,
      lidarrUrl: lidarr.url,
      lidarrKey: lidarr.apiKey,
      chaptarrUrl: chaptarr.url,
      chaptarrKey: chaptarr.apiKey,
      bookToken: providers.bookToken,
      signIn: {
        serverUrl: this.serverUrl,
        plexUrl: signIn.plex.url,
        oidcIssuer: signIn.oidc.issuer,
        oidcClientId: signIn.oidc.clientId,
        oidcSecret: signIn.oidc.clientSecret ?? '',
      },
      mediaServers: mediaServers.places,
      chat: { webhookUrl: messageServices.webhookUrl, memberChatId: MEMBER_CHAT_ID },
      boxPin: DEN.pin,
      adminName: 'ada',
      adminPassword: 'demo-password',
      memberName: MEMBER.name,
      memberPassword: MEMBER.password,
      memberEmail: PLEX_MEMBER.email,
      otherMemberName: 'alan',
      filmSearchText: 'trip to the moon',
      film: WANTED_FILM,
      seriesSearchText: 'exploits',
      bookSearchText: 'war of the worlds',
      albumSearchText: 'planets',
    };
  }

  private removeScratch(): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }
}
