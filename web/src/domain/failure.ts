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
    /** The server's own sentence; empty where there is none. */
    override readonly message: string,
    readonly code: string | undefined,
    /** Names the call in the server's log. */
    readonly requestId: string | undefined,
    /** Seconds to wait before the next attempt, where the server names them. */
    readonly retryAfter: number | undefined,
    /** The server's word for what is wrong with a connection that was tried, where there is one. */
    readonly fault?: string,
    /** The number of the account that is in the way, where the server names it. */
    readonly userId?: number,
  ) {
    super(message);
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

/** Routes of series say by this sentence that the token is missing: their code is that of a provider which can't be asked. */
const NO_TOKEN = 'metadata provider is not configured';

/** The kind of an answer with this status, 400 or more, and the sentence and the code in its body. */
function failureKind(status: number, sentence: string, code: string | undefined): FailureKind {
  if (sentence === NO_TOKEN) return 'no-metadata';
  return KINDS_OF_CODES.get(code ?? '') ?? KINDS[status] ?? (status >= 500 ? 'fault' : 'refused');
}

/** Reads an answer that is no success. Its body may be anything: a proxy in front of the server answers in its own way. */
export function failureOf(status: number, headers: Headers, body: unknown): ApiFailure {
  const {
    error,
    code,
    fault,
    user_id: userId,
  } = (typeof body === 'object' && body !== null ? body : {}) as Readonly<Record<string, unknown>>;
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const knownCode = typeof code === 'string' ? code : undefined;
  const sentence = typeof error === 'string' ? error : '';
  return new ApiFailure(
    failureKind(status, sentence, knownCode),
    status,
    sentence,
    knownCode,
    headers.get('x-request-id') ?? undefined,
    Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined,
    typeof fault === 'string' ? fault : undefined,
    typeof userId === 'number' ? userId : undefined,
  );
}

/** A call that never got an answer. */
export const noAnswer = (): ApiFailure => new ApiFailure('offline', 0, '', undefined, undefined, undefined);

/** Is this a failure that passes by itself, so that it is worth asking again? What is refused stays refused. */
export const mayPass = (failure: unknown): boolean =>
  failure instanceof ApiFailure &&
  (failure.kind === 'offline' || failure.kind === 'upstream' || failure.kind === 'unavailable');
