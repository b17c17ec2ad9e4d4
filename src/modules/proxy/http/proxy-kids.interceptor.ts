import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { mergeMap, type Observable } from 'rxjs';
import { notFound } from '../../../core/errors/app-error.js';
import { ContentLimitsService, type KidsJudge } from '../../content-policy/content-policy.public.js';
import { ProxiedAnswer, type GatedPage, type GatedRead } from '../answers/proxied-answer.js';
import { BodyBudgetService, type HeldJson } from '../bodies/body-budget.service.js';
import { headersOfCut } from '../headers/response-headers.js';
import { cutRecords } from '../kids/cut-records.js';
import type { TitleJudge } from '../kids/judged-title.js';
import { visiblePage } from '../kids/visible-page.js';
import { refusalOf, UnsafeUpstreamResponse } from '../proxy.errors.js';

/**
 * Takes out of an instance's answer what a kids account may not see. The account's limits are read when the answer is
 * there, so that those hold that are set at that moment. Source: doc 1 proxy rule 5.
 */
@Injectable()
export class ProxyKidsInterceptor implements NestInterceptor {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly room: BodyBudgetService,
  ) {}

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(mergeMap((value: unknown) => this.judged(value)));
  }

  private async judged(value: unknown): Promise<unknown> {
    if (!(value instanceof ProxiedAnswer) || value.judging?.is !== 'due') return value;
    const gated = value.judging;
    const limits = (): Promise<KidsJudge | null> => this.limits.of(gated.userId);
    return gated.paged ? this.page(value, gated, gated.paged, limits) : cut(value, gated, limits);
  }

  /** A page of the whole list, of which the answer is the beginning. */
  private async page(
    answer: ProxiedAnswer,
    { shape, userId }: GatedRead,
    { input, page }: GatedPage,
    limits: Limits,
  ): Promise<ProxiedAnswer> {
    const { status, headers, signal } = answer;
    const hold = this.room.begin(userId, signal);
    let first: HeldJson | undefined = heldOf(answer);
    try {
      const judge = await limits();
      const pageOf = async (number: number): Promise<HeldJson> => {
        const begun = number === 1 ? first : undefined;
        if (begun) first = undefined;
        return begun ?? heldOf(await page(number));
      };
      const bytes = await visiblePage({ page: pageOf, shape, judge: titleJudge(judge), signal }, input, hold);
      const kept = { kind: 'json', json: { bytes, release: () => hold.release() } } as const;
      return new ProxiedAnswer(status, headersOfCut(headers), kept, signal, { is: 'done', userId, judge });
    } catch (error) {
      hold.release();
      first?.release();
      throw refusalOf(error, error instanceof Error ? error.message : 'it was not judged', signal);
    }
  }
}

type Limits = () => Promise<KidsJudge | null>;

/** @throws AppError 404 for a record that may not be seen, 503 where the limits can't be read; UnsafeUpstreamResponse */
async function cut(answer: ProxiedAnswer, gated: GatedRead, limits: Limits): Promise<ProxiedAnswer> {
  const { status, headers, signal } = answer;
  const { bytes, release } = heldOf(answer);
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

/** @throws UnsafeUpstreamResponse for an answer that is no document */
function heldOf({ body }: ProxiedAnswer): HeldJson {
  if (body.kind === 'json') return body.json;
  if (body.kind === 'opaque') body.discard();
  throw new UnsafeUpstreamResponse('nothing that could be judged');
}

/** @param judge null for an account that has been made an ordinary one meanwhile, which sees everything */
const titleJudge =
  (judge: KidsJudge | null): TitleJudge =>
  (kind, record) =>
    judge === null || judge.record(kind, record).shown;

/** @param judge null for an account that has been made an ordinary one meanwhile */
async function shownOf(
  bytes: Buffer,
  { shape, series }: GatedRead,
  judge: KidsJudge | null,
  signal: AbortSignal,
): Promise<Buffer> {
  if (!judge) return bytes;
  const left = await cutRecords(bytes, shape, titleJudge(judge), signal);
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
