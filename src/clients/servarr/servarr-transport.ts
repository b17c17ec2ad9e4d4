import { z, type ZodType } from 'zod';
import { foreignWords, sayFrom } from '../../core/errors/sentence.js';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { isCredentialName } from '../../core/secrets/credential-name.js';
import { REDACTED, type Secret } from '../../core/secrets/secret.js';
import { type ClientBasics, type HttpAnswer, type HttpCall, HttpTransport } from '../http/http-transport.js';
import { sayHttp } from '../http/http.sentences.js';
import { readJson, readJsonList, readJsonRows } from '../http/json-answer.js';
import { lenient, readableRows } from '../http/lenient-members.js';
import { readRows, rowBy, type RowReader, type RowsRead, UnreadableRow } from './rows-read.js';

/** What became of a call to a library manager. */
const SERVARR_SENTENCES = {
  queue_longer_than_taken: 'queue is longer than we take',
  queue_kept_changing: 'queue kept changing while it was read',
  series_not_in_the_library: 'series is not in the library',
  series_has_no_season: 'series has no season {seasons}',
} as const;

export const sayServarr = sayFrom(SERVARR_SENTENCES);

export interface ServarrOptions extends ClientBasics {
  readonly system: string;
  /** Version of its API: `v3` for Radarr and Sonarr, `v1` for the others. */
  readonly api: 'v1' | 'v3';
  readonly apiKey: Secret;
}

export interface ServarrCall extends HttpCall {
  /** Secrets that the call carries: the manager may repeat them in a refusal, and we don't. */
  readonly secrets?: readonly Secret[];
}

/**
 * What Servarr managers share: the key in a header, the API prefix, refusals as arrays of validation failures. A 400 with these is
 * `rejected`, its `refusals` the validators and its reason their messages; a refused key reads `invalid API key`.
 */
export class ServarrTransport {
  private readonly http: HttpTransport;

  constructor(private readonly options: ServarrOptions) {
    const { system, url, apiKey, clock, log, meter } = options;
    this.http = new HttpTransport({ system, url, clock, log, meter, headers: { 'X-Api-Key': apiKey } });
  }

  get system(): string {
    return this.options.system;
  }

  /** @param call its path begins below the API prefix. A 400 is thrown as `refusal` says, unless the call accepts it */
  async send(call: ServarrCall): Promise<HttpAnswer> {
    const answer = await this.deliver(call);
    if (answer.status === 400 && !call.accept?.includes(400)) throw this.refusal(call, answer);
    return answer;
  }

  async json<T>(call: ServarrCall, schema: ZodType<T>): Promise<T> {
    return readJson(this.system, call.operation, await this.send(call), schema);
  }

  /** As `send`, and reads the answer as a JSON array, a slice at a time: for lists that may be long. */
  async list<T>(call: HttpCall, row: ZodType<T>): Promise<readonly T[]> {
    return readJsonList(this.system, call.operation, await this.send(call), row);
  }

  /** As `list`, but an unreadable row refuses nothing. @throws `malformed` past 1,000 (another list); `too_large` past `mostRows` */
  async rows<T>(call: HttpCall, read: RowReader<T>, mostRows?: number): Promise<RowsRead<T>> {
    return this.rowsOf(call, await this.send(call), read, mostRows);
  }

  /** The same, of an answer that is there. */
  async rowsOf<T>(
    { operation }: HttpCall,
    answer: HttpAnswer,
    read: RowReader<T>,
    mostRows = Infinity,
  ): Promise<RowsRead<T>> {
    let [count, unread] = [0, 0];
    const counted: RowReader<T> = (row) => {
      if ((count += 1) > mostRows) throw this.unreadable(operation, 'too_large');
      const found = read(row);
      if (found instanceof UnreadableRow && (unread += 1) > MOST_UNREAD) throw this.unreadable(operation, 'malformed');
      return found;
    };
    return readRows(await readJsonRows(this.system, operation, answer, counted));
  }

  /** The row of a list with this id; null where none has it. @throws UpstreamError `malformed` where an unreadable one may */
  async findRow<T, Member extends keyof T & string>(
    call: HttpCall,
    schema: ZodType<T>,
    member: Member,
    wanted: T[Member] & (string | number),
  ): Promise<T | null> {
    const names = typeof wanted === 'number' ? { catalogId: member } : { foreignId: member };
    const { rows, unreadable } = await this.rows(call, rowBy(schema, names));
    const found = rows.find((row) => row[member] === wanted);
    if (found) return found;
    const mayBe = unreadable.some(({ foreignId }) => foreignId === null || foreignId === String(wanted));
    if (mayBe) throw this.unreadable(call.operation, 'malformed');
    return null;
  }

  /** What a 400 says, as an error of kind `rejected`: the validators that objected, and their words. */
  refusal(call: ServarrCall, answer: HttpAnswer): UpstreamError {
    const failures = readValidationFailures(answer.body);
    const words = safeWords((failures?.messages ?? []).join('; '), [this.options.apiKey, ...(call.secrets ?? [])]);
    return new UpstreamError({
      system: this.system,
      operation: call.operation,
      kind: 'rejected',
      status: answer.status,
      definitelyNotSent: false,
      refusals: failures?.refusals,
      reason: words === '' ? sayHttp('server_answered_status', { status: 400 }) : foreignWords(words),
    });
  }

  private unreadable(operation: string, kind: 'malformed' | 'too_large'): UpstreamError {
    const reason = sayHttp(kind === 'malformed' ? 'answer_unexpected' : 'answer_has_too_many_rows');
    return new UpstreamError({ system: this.system, operation, kind, definitelyNotSent: false, reason });
  }

  private async deliver(call: HttpCall): Promise<HttpAnswer> {
    try {
      return await this.http.send({
        ...call,
        path: ['api', this.options.api, ...call.path],
        accept: [...(call.accept ?? []), 400],
      });
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.status !== 401) throw error;
      throw new UpstreamError({ ...error, reason: sayHttp('api_key_refused') });
    }
  }
}

/** More results than a lookup has. Each is kept whole, so that it can be sent back. */
export const MOST_FOUND = 1_000;

/** Rows of a list that may be unreadable: to judge each takes longer than its bytes are worth. */
const MOST_UNREAD = 1_000;

const notFound = z.object({ message: z.literal('NotFound') });

/** Null when the manager affirms that it has none. A 404 of a proxy or a wrong address says nothing. @throws `malformed` for such a 404 */
export async function readRecord<T>(
  transport: ServarrTransport,
  call: HttpCall,
  schema: ZodType<T>,
): Promise<T | null> {
  const answer = await transport.send({ ...call, accept: [404] });
  if (answer.status !== 404) return readJson(transport.system, call.operation, answer, schema);
  readJson(transport.system, call.operation, answer, notFound);
  return null;
}

interface ValidationFailures {
  /** Names of the validators that objected, such as `MovieExistsValidator`. */
  readonly refusals: readonly string[];
  /** Names of the properties that they objected to, such as `EbookMetadataProfileId`. */
  readonly properties: readonly string[];
  /** Their messages, in the manager's own words and not yet fit to be shown. */
  readonly messages: readonly string[];
}

const failures = readableRows(
  z.object({
    propertyName: lenient(z.string()),
    errorMessage: lenient(z.string()),
    errorCode: lenient(z.string()),
  }),
);

/** The failures in the body of a 400; undefined when the body is none of the documented arrays. */
export function readValidationFailures(body: Buffer): ValidationFailures | undefined {
  const parsed = failures.safeParse(parse(body));
  if (!parsed.success || parsed.data.length === 0) return undefined;
  return {
    refusals: parsed.data.flatMap(({ errorCode }) => (errorCode ? [errorCode] : [])),
    properties: parsed.data.flatMap(({ propertyName }) => (propertyName ? [propertyName] : [])),
    messages: parsed.data.flatMap(({ errorMessage }) => (errorMessage ? [errorMessage] : [])),
  };
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Was an addition refused because the library has it? A validator says so (400), or the unique key where two race (409). */
export function isAlreadyThere(error: unknown, addition: string, validator: string): boolean {
  if (!(error instanceof UpstreamError) || error.operation !== addition) return false;
  return error.status === 409 || error.refusals.includes(validator);
}

const LONGEST = 300;

/** What is looked at of a text that somebody else wrote: a pattern takes longer than the text is long. */
const LOOKED_AT = 2_000;

/** A name and what it is said to be: `apikey=…`, `"password": "…"`, `Authorization: Bearer …`. */
const NAMED =
  /(?<![\w-])([\w-]{1,40})(["']?\s{0,4}[:=]\s{0,4})((?:(?:basic|bearer)\s+)?(?:"[^"]*"?|'[^']*'?|[^\s"',;&]+))/gi;

/** For an administrator's screen, never a member's: one line, at most 300 characters, without secrets, credentials, user info, queries. */
export function safeWords(text: string, secrets: readonly Secret[]): string {
  // The secrets first: what is cut or taken out may be a part of one.
  const words = secrets
    .flatMap((secret) => writingsOf(secret.reveal()))
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, REDACTED), text)
    .slice(0, LOOKED_AT)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(?<!\w)(\w{1,20}:\/\/)[^\s/@]*@/g, '$1')
    .replace(/(?<!\w)(\w{1,20}:\/\/[^\s?#]*)[?#]\S*/g, '$1')
    .replace(NAMED, (whole, name: string, mark: string) =>
      isCredentialName(name) ? `${name}${mark}${REDACTED}` : whole,
    );
  // Half a character, cut here or sent so, would make an answer with it unreadable.
  return (words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words).toWellFormed();
}

/** A secret as a server may write it: as it is, as JSON has it, and in an address or a form. */
function writingsOf(secret: string): readonly string[] {
  const inAddress = encodeURIComponent(secret);
  const writings = [secret, JSON.stringify(secret).slice(1, -1), inAddress, inAddress.replaceAll('%20', '+')];
  const lower = inAddress.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  // The longest first: a shorter one may be a part of it.
  return [...new Set([...writings, lower])].sort((one, other) => other.length - one.length);
}
