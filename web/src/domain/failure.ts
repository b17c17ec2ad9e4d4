import type { SentenceInside, SentenceParams } from './sentence.js';

/** Why a call brought nothing, as far as a page must know it. */
export type FailureKind =
  /** The device has no network, or the server doesn't answer. */
  | 'offline'
  /** The server can't judge or read something for now. */
  | 'unavailable'
  /** A library or a provider doesn't answer. */
  | 'upstream'
  | 'not-allowed'
  | 'not-found'
  | 'too-many'
  /** The request is over what its account may ask for. */
  | 'over-allowance'
  /** So many requests were withdrawn that the next one has to wait. */
  | 'asked-too-often'
  /** The code of the first start isn't the one that the server printed. */
  | 'wrong-code'
  /** Films and series can't be looked up before an administrator has saved a token. */
  | 'no-metadata'
  /** No library of this kind is connected. */
  | 'no-library'
  /** An administrator hasn't set up what this needs. */
  | 'not-set-up'
  /** The call was understood and refused, with a reason. */
  | 'refused'
  /** A fault of the server. */
  | 'fault';

/** A call that failed, with what is safe to show. */
export class ApiFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    readonly status: number,
    /** The server's own sentence, in English; empty where there is none. */
    override readonly message: string,
    /** What the sentence says; undefined where the server names none. */
    readonly code: string | undefined,
    /** Names the call in the server's log. */
    readonly requestId: string | undefined,
    /** Seconds to wait before the next attempt, where the server names them. */
    readonly retryAfter: number | undefined,
    /** The server's word for what is wrong with a connection that was tried, where there is one. */
    readonly fault?: string,
    /** The number of the account that is in the way, where the server names it. */
    readonly userId?: number,
    /** What the sentence has in it. */
    readonly params: SentenceParams = {},
  ) {
    super(message);
  }

  /** Why it was refused, where that is a sentence of its own. */
  get reason(): SentenceInside | undefined {
    const { reason } = this.params;
    return typeof reason === 'object' ? reason : undefined;
  }
}

const KINDS: Readonly<Record<number, FailureKind>> = {
  403: 'not-allowed',
  404: 'not-found',
  429: 'too-many',
  502: 'upstream',
  503: 'unavailable',
  504: 'upstream',
};

/** Codes that say more than the status. */
const KINDS_OF_CODES: ReadonlyMap<string, FailureKind> = new Map([
  ['request_quota_exceeded', 'over-allowance'],
  ['asked_too_often', 'asked-too-often'],
  ['wrong_setup_code', 'wrong-code'],
  ['metadata_not_configured', 'no-metadata'],
  ['none_configured', 'no-library'],
  ['lists_not_configured', 'not-set-up'],
  ['downloads_not_configured', 'not-set-up'],
]);

/** Routes of series have a code of their own for a provider that can't be asked, and name the missing token as the reason. */
const lacksToken = (code: string | undefined, params: SentenceParams): boolean =>
  code === 'tv_metadata_unavailable' &&
  typeof params.reason === 'object' &&
  params.reason.code === 'metadata_not_configured';

/** The kind of an answer with this status, 400 or more, and the code and the parameters in its body. */
function failureKind(status: number, code: string | undefined, params: SentenceParams): FailureKind {
  if (lacksToken(code, params)) return 'no-metadata';
  return KINDS_OF_CODES.get(code ?? '') ?? KINDS[status] ?? (status >= 500 ? 'fault' : 'refused');
}

type Param = SentenceParams[string];

/** What a body has as parameters, as far as they are some. */
function paramsIn(given: unknown): SentenceParams {
  if (typeof given !== 'object' || given === null) return {};
  return Object.fromEntries(Object.entries(given).filter((entry): entry is [string, Param] => isParam(entry[1])));
}

function isParam(param: unknown): param is Param {
  if (typeof param === 'string' || typeof param === 'number') return true;
  if (typeof param !== 'object' || param === null) return false;
  const { code, text } = param as Readonly<Record<string, unknown>>;
  return typeof code === 'string' && typeof text === 'string';
}

/** Reads an answer that is no success. Its body may be anything: a proxy in front of the server answers in its own way. */
export function failureOf(status: number, headers: Headers, body: unknown): ApiFailure {
  const {
    error,
    code,
    fault,
    user_id: userId,
    params: given,
  } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const knownCode = typeof code === 'string' ? code : undefined;
  const params = paramsIn(given);
  return new ApiFailure(
    failureKind(status, knownCode, params),
    status,
    typeof error === 'string' ? error : '',
    knownCode,
    headers.get('x-request-id') ?? undefined,
    Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    typeof fault === 'string' ? fault : undefined,
    typeof userId === 'number' ? userId : undefined,
    params,
  );
}

/** A call that never got an answer. */
export const noAnswer = (): ApiFailure => new ApiFailure('offline', 0, '', undefined, undefined, undefined);

/** Is this a failure that passes by itself, so that it is worth asking again? What is refused stays refused. */
export const mayPass = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  (failure.kind === 'offline' || failure.kind === 'upstream' || failure.kind === 'unavailable');
