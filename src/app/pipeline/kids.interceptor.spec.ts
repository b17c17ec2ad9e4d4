import { Injectable, type ExecutionContext } from '@nestjs/common';
import { Reflector, type ModuleRef } from '@nestjs/core';
import { lastValueFrom, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../test/harness/error-of.js';
import type { Caller } from '../../core/access/caller.js';
import {
  KidsFilteredBy,
  KidsJudgedByService,
  KidsUnlimited,
  type KidsFilter,
} from '../../core/access/kids.decorators.js';
import { KidsInterceptor } from './kids.interceptor.js';

@Injectable()
class ShortenedFilter implements KidsFilter<number> {
  async apply({ username }: Caller, handle: () => Promise<unknown>, length: number): Promise<unknown> {
    return `${username}: ${String(await handle()).slice(0, length)}`;
  }
}

class Routes {
  undeclared(): void {}

  @KidsUnlimited()
  unlimited(): void {}

  @KidsJudgedByService()
  judgedByService(): void {}

  @KidsFilteredBy(ShortenedFilter, 3)
  filtered(): void {}
}

describe('security 19: the filter of a route for kids accounts', () => {
  /** What a route that answers "whole answer" lets out to this account. */
  async function answerTo(kids: boolean | null, route: keyof Routes): Promise<unknown> {
    const modules = { get: () => new ShortenedFilter() } as unknown as ModuleRef;
    const caller = kids === null ? undefined : { username: 'ana', kids };
    const context = {
      getHandler: () => Routes.prototype[route],
      switchToHttp: () => ({ getRequest: () => ({ caller }) }),
    } as unknown as ExecutionContext;
    const interceptor = new KidsInterceptor(new Reflector(), modules);
    return lastValueFrom(interceptor.intercept(context, { handle: () => of('whole answer') }));
  }

  const outcome = async (kids: boolean | null, route: keyof Routes): Promise<unknown> => {
    const answer = answerTo(kids, route);
    const error = (await errorOf(answer)) as { readonly status?: number } | undefined;
    return error ? (error.status ?? 'fault') : answer;
  };

  it.each([
    { kids: true, route: 'unlimited', expected: 'whole answer' },
    { kids: true, route: 'judgedByService', expected: 'whole answer' },
    { kids: true, route: 'filtered', expected: 'ana: who' },
    { kids: false, route: 'undeclared', expected: 'whole answer' },
    { kids: false, route: 'filtered', expected: 'ana: who' },
    { kids: null, route: 'undeclared', expected: 'whole answer' },
    { kids: null, route: 'filtered', expected: 'fault' },
  ] as const)('$route: an account with kids=$kids gets $expected', async ({ kids, route, expected }) => {
    expect(await outcome(kids, route)).toBe(expected);
  });
});
