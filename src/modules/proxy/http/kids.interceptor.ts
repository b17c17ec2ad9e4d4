import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { notFound } from '../../../core/errors/app-error.js';
import { ContentLimits, type KidsJudge } from '../../content-policy/content-policy.public.js';
import { ProxiedAnswer, type GatedRead } from '../answers/proxied-answer.js';
import { headersOfCut } from '../headers/response-headers.js';
import { cutRecords } from '../kids/cut-records.js';
import { refusalOf, UnsafeUpstreamResponse } from '../proxy.errors.js';

/**
 * Takes out of an instance's answer what a kids account may not see. The account's limits are read when the answer is
 * there, so that those hold that are set at that moment. Source: doc 1 proxy rule 5.
 */
@Injectable()
export class KidsInterceptor implements NestInterceptor {
  constructor(private readonly limits: ContentLimits) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap((value: unknown) => this.judged(value)));
  }

  private async judged(value: unknown): Promise<unknown> {
    if (!(value instanceof ProxiedAnswer) || value.judging?.is !== 'due') return value;
    const gated = value.judging;
    return cut(value, gated, () => this.limits.of(gated.userId));
  }
}

type Limits = () => Promise<KidsJudge | null>;

/** @throws AppError 404 for a record that may not be seen, 503 where the limits can't be read; UnsafeUpstreamResponse */
async function cut(answer: ProxiedAnswer, gated: GatedRead, limits: Limits): Promise<ProxiedAnswer> {
  const { status, headers, body, signal } = answer;
  if (body.kind !== 'json') {
    if (body.kind === 'opaque') body.discard();
    throw new UnsafeUpstreamResponse('nothing that could be judged');
  }
  const { bytes, release } = body.json;
  try {
    const judge = await limits();
    const shown = await shownOf(bytes, gated, judge, signal);
    const kept = { kind: 'json', json: { bytes: shown, release } } as const;
    return new ProxiedAnswer(status, headersOfCut(headers), kept, signal, { is: 'done', userId: gated.userId, judge });
  } catch (error) {
    release();
    throw refusalOf(error, error instanceof Error ? error.message : 'it was not judged', signal);
  }
}

/** @param judge null for an account that has been made an ordinary one meanwhile */
async function shownOf(
  bytes: Buffer,
  { shape, series }: GatedRead,
  judge: KidsJudge | null,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!judge) return bytes;
  const left = await cutRecords(bytes, shape, (kind, record) => judge.record(kind, record).shown, signal);
  if (left.kind === 'shown') return left.bytes;
  if (left.kind === 'hidden' || left.seriesId === undefined) throw notFound();
  await mustBeShown(await series(left.seriesId), judge);
  return bytes;
}

/** @throws AppError 404 for a series that may not be seen */
async function mustBeShown(answer: ProxiedAnswer, judge: KidsJudge): Promise<void> {
  if (answer.judging?.is !== 'due') throw new Error('a series was asked for without limits');
  const { body } = await cut(answer, answer.judging, () => Promise.resolve(judge));
  if (body.kind === 'json') body.json.release();
}
