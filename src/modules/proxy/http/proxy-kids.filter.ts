import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { KidsFilter } from '../../../core/access/kids.decorators.js';
import { notFound } from '../../../core/errors/app-error.js';
import { ContentLimitsService, type KidsJudge } from '../../content-policy/content-policy.public.js';
import { ProxiedAnswer, type GatedPage, type GatedRead } from '../answers/proxied-answer.js';
import { BodyBudgetService, type HeldJson } from '../bodies/body-budget.service.js';
import { headersOfCut } from '../headers/response-headers.js';
import type { TitleJudge } from '../kids/judged-title.js';
import { cutRecords } from '../kids/record-scan.js';
import { visiblePage } from '../kids/visible-page.js';
import { unjudgedRefusalOf, UnsafeUpstreamResponse } from '../proxy.errors.js';

/** Removes from an answer what a kids account may not see, by the account's limits of the moment at which it has arrived. */
@Injectable()
export class ProxyKidsFilter implements KidsFilter<null> {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly budget: BodyBudgetService,
  ) {}

  /** @throws AppError 404 for a record that may not be seen, 503 where the limits can't be read; UnsafeUpstreamResponse */
  async apply(_caller: Caller, handle: () => Promise<unknown>): Promise<ProxiedAnswer> {
    const answer = await handle();
    if (!(answer instanceof ProxiedAnswer))
      throw new Error('the proxy answers with something else than a proxied answer');
    const { judging } = answer;
    if (judging?.is !== 'due') return answer;
    const limits = (): Promise<KidsJudge | null> => this.limits.of(judging.userId);
    return judging.paged ? this.page(answer, judging, judging.paged, limits) : cut(answer, judging, limits);
  }

  private async page(
    answer: ProxiedAnswer,
    { shape, userId }: GatedRead,
    { input, page }: GatedPage,
    limits: Limits,
  ): Promise<ProxiedAnswer> {
    const { status, headers, signal } = answer;
    const hold = this.budget.begin(userId, signal);
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
      throw unjudgedRefusalOf(error, signal);
    }
  }
}

type Limits = () => Promise<KidsJudge | null>;

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
    throw unjudgedRefusalOf(error, signal);
  }
}

function heldOf({ body }: ProxiedAnswer): HeldJson {
  if (body.kind === 'json') return body.json;
  if (body.kind === 'opaque') body.discard();
  throw new UnsafeUpstreamResponse('nothing that could be judged');
}

const titleJudge =
  (judge: KidsJudge | null): TitleJudge =>
  (kind, record) =>
    judge === null || judge.record(kind, record).shown;

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

async function mustBeShown(answer: ProxiedAnswer, judge: KidsJudge): Promise<void> {
  if (answer.judging?.is !== 'due') throw new Error('a series was asked for without limits');
  const { body } = await cut(answer, answer.judging, () => Promise.resolve(judge));
  if (body.kind === 'json') body.json.release();
}
