import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { HttpRelay, RelayedAnswer } from '../../../clients/http/http-relay.js';
import { UnsafeAddress } from '../../../clients/http/safe-address.js';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { notFound } from '../../../core/errors/app-error.js';
import { headerValues, type HeaderPairs } from '../../../core/http/raw-answer.js';
import { InstanceClientsService, isLibraryManager } from '../../instances/instances.public.js';
import { type AllowedCall, type ProxiedTarget, ProxyAccessService } from '../access/proxy-access.service.js';
import { BodyBudgetService, readHeld } from '../bodies/body-budget.service.js';
import { remapLocation, inboundHeaders } from '../headers/response-headers.js';
import { outboundHeaders, withoutConditions, withoutRange } from '../headers/request-headers.js';
import { gatedShape, isGated, type GatedShape } from '../kids/gated-shape.js';
import { proxyPathInvalid, RedirectedElsewhere, refusalOf, UnsafeUpstreamResponse } from '../proxy.errors.js';
import { answerKind, type AnswerKind, isPicture, sniff } from './answer-kind.js';
import { ProxiedAnswer, type ProxiedBody } from './proxied-answer.js';

export interface ProxiedCall {
  readonly caller: Caller;
  readonly administrator: ActingAdministrator | undefined;
  readonly instanceId: string;
  readonly method: string;
  readonly target: ProxiedTarget;
  readonly headers: HeaderPairs;
  readonly body?: { readonly bytes: Readable; readonly length?: number };
  readonly signal: AbortSignal;
}

type Judging = ProxiedAnswer['judging'];

const NO_BODY: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/** Passes calls on to instances, and what they answer back: cleaned, and nothing that can't be judged. */
@Injectable()
export class InstanceProxyService {
  constructor(
    private readonly access: ProxyAccessService,
    private readonly instances: InstanceClientsService,
    private readonly budget: BodyBudgetService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /**
   * The instance's answer to a call that its caller may make, judged again when its body has come.
   * @throws AppError 400, 401, 403, 404 and 503; CallerGone; UnsafeUpstreamResponse and RedirectedElsewhere 502
   */
  async forward(call: ProxiedCall): Promise<ProxiedAnswer> {
    const allowed = await this.access.judge(call);
    const relay = await this.instances.relay(allowed.instance.id, allowed.instance.serviceType);
    return this.answerOf(relay, this.withConfirmedEnd(call), allowed);
  }

  private withConfirmedEnd(call: ProxiedCall): ProxiedCall {
    const { administrator, body } = call;
    if (!body) return call;
    const bytes = confirmedEnd(body.bytes, body.length, () => this.access.confirm(administrator));
    return { ...call, body: { ...body, bytes: Readable.from(bytes, { objectMode: false }) } };
  }

  private async answerOf(relay: HttpRelay, call: ProxiedCall, allowed: AllowedCall): Promise<ProxiedAnswer> {
    const answer = await send(relay, call, allowed);
    try {
      if (allowed.shape) refuseWhatIsNoRecord(answer, allowed.shape);
      return await this.receive(call, allowed, answer, this.judgingOf(relay, call, allowed));
    } catch (error) {
      answer.discard();
      throw refusalOf(error, 'the answer broke off', call.signal);
    }
  }

  private judgingOf(relay: HttpRelay, call: ProxiedCall, allowed: AllowedCall): Judging {
    const { instance, shape, paged } = allowed;
    const { userId, role } = call.caller;
    // Members read of books and music what kids accounts read, too; administrators read more.
    if (!shape && role !== 'admin' && !isGated(instance.serviceType)) return null;
    if (!shape) return { is: 'done', userId, judge: null };
    const series = (id: string): Promise<ProxiedAnswer> => {
      const path = `/api/v3/series/${id}`;
      const judged = gatedShape(instance.serviceType, path);
      const asked = {
        instance,
        target: { path, query: '' },
        expected: 'document',
        shape: judged,
        paged: null,
      } as const;
      return this.answerOf(relay, call, asked);
    };
    const page = (number: number): Promise<ProxiedAnswer> =>
      this.answerOf(relay, call, { ...allowed, target: paged?.targetOf(number) ?? allowed.target });
    return { is: 'due', userId, shape, series, paged: paged && { input: paged.input, page } };
  }

  private async receive(
    call: ProxiedCall,
    allowed: AllowedCall,
    answer: RelayedAnswer,
    judging: Judging,
  ): Promise<ProxiedAnswer> {
    const { method, signal } = call;
    const { path } = allowed.target;
    const { status, headers } = answer;
    const located = this.locations(allowed, answer);
    if (status >= 300 && status < 400 && headerValues(headers, 'location').length > 0) {
      answer.discard();
      return redirect(call, answer, located, judging);
    }
    const api = isLibraryManager(allowed.instance.serviceType) ? 'below /api' : 'everywhere';
    const kind = answerKind({ method, path, status, headers, api });
    const body = await this.bodyOf(kind, answer, allowed, call);
    const clean = [...inboundHeaders(headers, body.kind !== 'opaque'), ...located];
    return new ProxiedAnswer(status, clean, body, signal, judging);
  }

  private async bodyOf(
    kind: AnswerKind,
    answer: RelayedAnswer,
    { expected }: AllowedCall,
    call: ProxiedCall,
  ): Promise<ProxiedBody> {
    if (kind === 'bodiless') {
      answer.discard();
      return { kind: 'none' };
    }
    const passing = { kind: 'opaque', chunks: answer.body, discard: () => answer.discard() } as const;
    if (kind === 'json') return this.holdJson(answer, answer.body, call);
    if (kind === 'opaque' && expected === 'anything') return passing;
    const { chunks, ...begin } = await sniff(answer.body);
    if (begin.head.length === 0 || (kind === 'uncertain' && begin.looksLikeJson))
      return this.holdJson(answer, chunks, call);
    // Words hold no fields, so that nothing could be taken out: a page that holds a key looks like any other text.
    const isExpected = expected === 'anything' || (expected === 'picture' && isPicture(answer.headers, begin));
    if (!isExpected) throw new UnsafeUpstreamResponse(`no ${expected}`);
    return { ...passing, chunks };
  }

  private async holdJson(
    answer: RelayedAnswer,
    chunks: AsyncIterable<Buffer>,
    { caller, signal }: ProxiedCall,
  ): Promise<ProxiedBody> {
    const hold = this.budget.begin(caller.userId, signal);
    try {
      const bytes = await readHeld(chunks, declaredLength(answer.headers), hold);
      if (bytes.length > 0) return { kind: 'json', json: { bytes, release: () => hold.release() } };
    } catch (error) {
      hold.release();
      throw error;
    }
    hold.release();
    return { kind: 'none' };
  }

  private locations({ instance, target }: AllowedCall, { headers }: RelayedAnswer): HeaderPairs {
    const place = {
      instanceUrl: instance.url,
      target: target.path + target.query,
      route: `${this.settings.basePath}/api/instances/${encodeURIComponent(instance.id)}`,
    };
    return ['Location', 'Content-Location'].flatMap((name) => {
      const [address, ...others] = headerValues(headers, name);
      const mapped = address === undefined || others.length > 0 ? undefined : remapLocation(address, place);
      return mapped === undefined ? [] : [[name, mapped] as const];
    });
  }
}

/**
 * The bytes of a call as they arrive, but whole only when their sender has been judged again: the piece that completes a length waits for
 * that; without a length each piece waits for the next.
 * @param confirm throws where rights have ended meanwhile
 */
async function* confirmedEnd(
  body: AsyncIterable<Buffer>,
  length: number | undefined,
  confirm: () => Promise<void>,
): AsyncGenerator<Buffer, void> {
  let size = 0;
  let last: Buffer | undefined;
  for await (const chunk of body) {
    size += chunk.length;
    if (last) yield last;
    last = chunk;
    if (length === undefined || size >= length) continue;
    yield chunk;
    last = undefined;
  }
  await confirm();
  if (last) yield last;
}

/** To a kids account a record that isn't there is like one it may not see; a list that isn't there is no absence of its titles. */
function refuseWhatIsNoRecord({ status }: RelayedAnswer, { layout }: GatedShape): void {
  if (status === 404 && layout === 'single') throw notFound();
  if (status !== 200) throw new UnsafeUpstreamResponse('no records that could be judged');
}

async function send(
  relay: HttpRelay,
  call: ProxiedCall,
  { target, shape, expected }: AllowedCall,
): Promise<RelayedAnswer> {
  const { method, body, signal } = call;
  const asWhole = expected === 'picture' ? withoutRange(call.headers) : call.headers;
  const headers = shape ? withoutConditions(call.headers) : asWhole;
  try {
    return await relay.open({
      method,
      target: target.path + target.query,
      headers: outboundHeaders(headers),
      body: NO_BODY.has(method) ? undefined : body,
      signal,
    });
  } catch (error) {
    if (error instanceof UnsafeAddress) throw proxyPathInvalid();
    throw refusalOf(error, 'no answer', signal);
  }
}

/** A redirect without its body. One that leads elsewhere has no place among the located. */
function redirect(
  { signal }: ProxiedCall,
  { status, headers }: RelayedAnswer,
  located: HeaderPairs,
  judging: Judging,
): ProxiedAnswer {
  if (!located.some(([name]) => name === 'Location')) throw new RedirectedElsewhere();
  const kept = inboundHeaders(headers, true).filter(([name]) => !/^content-type$/i.test(name));
  return new ProxiedAnswer(status, [...kept, ...located, ['Content-Length', '0']], { kind: 'none' }, signal, judging);
}

/** Undefined for a body that ends when it ends. Node refuses what is no number, or more than one. */
function declaredLength(headers: HeaderPairs): number | undefined {
  const [length] = headerValues(headers, 'content-length');
  return length === undefined ? undefined : Number(length);
}
