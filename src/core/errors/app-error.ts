import type { Sentence, SentenceParams } from './sentence.js';

/** What a refused sign-in leaves in the log. Nothing that was brought is in it: people type passwords where names go. */
export interface RefusedSignIn {
  /** Which way in it was, and what was wrong: a constant in snake_case. */
  readonly reason: string;
  /** The stored name of the account that it was for; left out where there is none. */
  readonly account?: string;
}

interface AppErrorOptions {
  /** What the text has in it, so that clients can say it in another language. Sent beside the code. */
  readonly params?: SentenceParams;
  /** A document quotes all of the body: the text alone is sent. */
  readonly isQuoted?: boolean;
  /** Further members of the body. They are sent as they are. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Response headers that belong to the answer, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The fault underneath. It is for the log alone and never reaches a caller. */
  readonly cause?: unknown;
  readonly refusedSignIn?: RefusedSignIn;
}

/** A failure that its caller is meant to read; each surface gives it its shape. A module names its own in `<module>.errors.ts`. */
export class AppError extends Error {
  /**
   * @param code stable name in snake_case; sent unless the body is quoted by a document
   * @param status HTTP status, 400 to 599; never 500, which is kept for unforeseen faults
   * @param safeText what a person reads: no secret, no address of an upstream, no driver message
   */
  constructor(
    readonly code: string,
    readonly status: number,
    readonly safeText: string,
    readonly options: AppErrorOptions = {},
  ) {
    super(safeText, { cause: options.cause });
    this.name = new.target.name;
    // The cause is for the log alone: printing the error as an object must not print it too.
    Object.defineProperty(this, 'options', { enumerable: false });
  }
}

/** 400 with a text that says what is wrong with the input. */
export const badRequest = (code: string, safeText: string, params?: SentenceParams): AppError =>
  new AppError(code, 400, safeText, { params });

/** 404, with a text that names what was not found where one is given; the plain one is quoted by documents. */
export function notFound(code?: string, safeText?: string, params?: SentenceParams): AppError {
  return code === undefined || safeText === undefined
    ? new AppError('not_found', 404, 'not found', { isQuoted: true })
    : new AppError(code, 404, safeText, { params });
}

/** 403: the caller is known and may not do this. */
export const permissionDenied = (): AppError => new AppError('permission_denied', 403, 'permission denied');

/** 401: the credential was judged and refused, never merely impossible to judge. */
export const unauthorized = (code = 'unauthorized', safeText = 'unauthorized'): AppError =>
  new AppError(code, 401, safeText);

/** The code on the wire of every fault of this server itself: callers don't learn which part failed. */
export const OUT_OF_ORDER = { code: 'temporarily_unavailable' };

/** 503: our own storage or judgement is out of order for now. */
export const temporarilyUnavailable = (cause?: unknown): AppError =>
  new AppError(OUT_OF_ORDER.code, 503, 'temporarily unavailable, retry shortly', { cause });

/** 503: too many wait for what all share; there is room again after so many milliseconds. Nobody outside was asked. */
export const lineFull = (retryAfterMs: number, cause?: unknown): AppError =>
  new AppError('line_full', 503, 'temporarily unavailable, retry shortly', {
    cause,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  });

/** Is this what {@link lineFull} made? */
export const isLineFull = (fault: unknown): boolean => fault instanceof AppError && fault.code === 'line_full';

/** The body of a refusal: its text, and beside it a code and parameters. */
export interface RefusalBody {
  readonly error: string;
  readonly code?: string;
  readonly params?: SentenceParams;
}

/** The body by which the refusal is answered. */
export function refusalBody({ code, safeText, options: { isQuoted = false, params, body } }: AppError): RefusalBody {
  return { error: safeText, ...(!isQuoted && { code, ...(params && { params }) }), ...body };
}

/** What the refusal says, to be said inside of another answer than its own. */
export const sentenceOf = ({ code, safeText, options }: AppError): Sentence => ({
  code: typeof options.body?.['code'] === 'string' ? options.body['code'] : code,
  params: options.params ?? {},
  text: safeText,
});

/** Makes a judgement's fault AppError 503, so that no client takes our trouble for a refusal and throws its session away. */
export async function orUnavailable<T>(judgement: Promise<T>): Promise<T> {
  try {
    return await judgement;
  } catch (fault) {
    throw fault instanceof AppError && fault.status === 503 ? fault : temporarilyUnavailable(fault);
  }
}
