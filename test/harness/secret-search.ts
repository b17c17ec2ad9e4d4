import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { tableRows } from './database-inspection.js';
import { HttpClient } from './http-client.js';
import { PlantedSecrets } from './planted-secrets.js';
import { base64sOf, spellingsOf } from './secret-spellings.js';
import type { App } from './start-app.js';

/** Keeps every answer that it is given to check. */
class KeptAnswers extends PlantedSecrets {
  private kept: string[] = [];

  /** Those since the last call. */
  take(): string {
    const { kept } = this;
    this.kept = [];
    return kept.join('\n');
  }

  /** The place is left out: its path may be a secret that the caller has put there. */
  override assertNotInAnswer(_place: string, text: string): void {
    this.kept.push(text);
  }
}

/** Where a secret may be found, in the order of {@link SecretSearch.findings}. */
type Place = 'the answers' | 'the log' | 'the rows' | 'the files' | 'the metrics';

/** A secret that is looked for. */
interface Sought {
  readonly name: string;
  readonly text: string;
  /** It is answered to its owner. */
  readonly isAnswered: boolean;
}

/**
 * Looks for secrets, however they are written, in everything that the application gives out or keeps: the answers to its
 * clients, its log, every table, names and bytes in its data folder (archives unpacked), its metrics.
 */
export class SecretSearch {
  private readonly answers = new KeptAnswers();
  private readonly lasting: readonly Sought[];
  private secrets: Sought[];
  private loggedBefore = 0;

  /**
   * @param metricsToken what opens the metrics
   * @param lasting what is looked for in every search, by its name
   */
  constructor(
    private readonly app: App,
    private readonly metricsToken: string,
    lasting: Readonly<Record<string, string>>,
  ) {
    this.lasting = Object.entries(lasting).map(([name, text]) => ({ name, text, isAnswered: false }));
    this.secrets = [...this.lasting];
  }

  /** Forgets what was added, and what was answered and logged so far. */
  startOver(): void {
    this.secrets = [...this.lasting];
    this.answers.take();
    this.loggedBefore = this.app.logLines.length;
  }

  /** A client whose answers are searched; of nobody where no token is given. */
  client(token?: string): HttpClient {
    return new HttpClient(this.app.url, this.answers, token);
  }

  /**
   * From now on this is looked for.
   *
   * @param isAnswered true for an answer to its owner
   */
  add(name: string, text: string, isAnswered = false): string {
    this.secrets.push({ name, text, isAnswered });
    return text;
  }

  /** Everything that is looked for. */
  get all(): readonly string[] {
    return this.secrets.map(({ text }) => text);
  }

  /** Each place that has a secret, with the name of the secret. Of answers and log what has come since {@link startOver}. */
  async findings(): Promise<readonly string[]> {
    const { app } = this;
    const bearer = { authorization: `Bearer ${this.metricsToken}` };
    const places: Readonly<Record<Place, string>> = {
      'the answers': this.answers.take(),
      'the log': app.logLines.slice(this.loggedBefore).join('\n'),
      'the rows': JSON.stringify(await tableRows(app.databaseFile)),
      'the files': bytesIn(app.dataDir),
      'the metrics': (await app.http.get('/metrics', bearer)).text,
    };
    return (Object.keys(places) as Place[]).flatMap((place) => this.in(place, places[place]));
  }

  private in(place: Place, text: string): readonly string[] {
    const sought = this.secrets.filter(({ isAnswered }) => place !== 'the answers' || !isAnswered);
    return heldBy(text, sought).map(({ name }) => `${place}: ${name}`);
  }
}

/** By this most secrets begin, so that a text without it, in any form, holds none of them. */
const WORD = 'planted-';

/** Which of the secrets a text holds, in any form. Only base64 is read as it is written. */
function heldBy(exact: string, secrets: readonly Sought[]): readonly Sought[] {
  const lower = exact.toLowerCase();
  const isIn = (text: string): boolean =>
    spellingsOf(text).some((spelling) => lower.includes(spelling.toLowerCase())) ||
    base64sOf(text).some((form) => exact.includes(form));
  const hasWord = isIn(WORD);
  return secrets.filter(({ text }) => (hasWord || !text.startsWith(WORD)) && isIn(text));
}

/** Names and bytes of everything that lies in a folder. */
function bytesIn(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${relative(folder, path)} ${contentOf(path).toString('latin1')}`)
    .join('\n');
}

function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
