import { describe, expect, it } from 'vitest';
import { AppError } from '../../../core/errors/app-error.js';
import { foreignWords } from '../../../core/errors/sentence.js';
import { UpstreamError, type UpstreamErrorDetails, type UpstreamFault } from '../../../core/errors/upstream-error.js';
import { isManagerDown, isNotMade, judgeDeliveryFault, managerFault } from './judge-delivery-fault.js';

const fault = (kind: UpstreamFault, over: Partial<UpstreamErrorDetails> = {}): UpstreamError =>
  new UpstreamError({
    system: 'radarr',
    operation: 'movie.add',
    kind,
    reason: foreignWords('in its words'),
    definitelyNotSent: false,
    ...over,
  });

/** The manager did not judge the film. */
const UNJUDGED: Record<Exclude<UpstreamFault, 'rejected' | 'aborted'>, true> = {
  unreachable: true,
  timeout: true,
  unauthorized: true,
  not_found: true,
  rate_limited: true,
  failed: true,
  redirected: true,
  malformed: true,
  too_large: true,
};

describe('judgeDeliveryFault', () => {
  it.each(Object.keys(UNJUDGED) as UpstreamFault[])(
    'doc 4 section 1.17: a manager that failed (%s) is tried again',
    (kind) => {
      expect(judgeDeliveryFault(fault(kind))).toEqual({
        state: 'retry',
        code: 'service_unavailable',
        message: {
          code: 'delivery_not_taken',
          params: { reason: foreignWords('in its words') },
          text: 'The library manager could not take it yet: in its words',
        },
        retryAfterMs: undefined,
      });
    },
  );

  it('doc 4 section 1.17: passes on the wait that the manager asks for', () => {
    expect(judgeDeliveryFault(fault('rate_limited', { status: 429, retryAfterMs: 120_000 }))).toMatchObject({
      state: 'retry',
      retryAfterMs: 120_000,
    });
  });

  it('doc 4 section 1.17: needs a person when the manager refused the film, and quotes its reason', () => {
    expect(judgeDeliveryFault(fault('rejected', { status: 400, retryAfterMs: 5 }))).toEqual({
      state: 'attention',
      code: 'library_unavailable',
      message: {
        code: 'delivery_refused',
        params: { reason: foreignWords('in its words') },
        text: 'The library manager refused it: in its words',
      },
    });
  });
});

describe('a call that we broke off', () => {
  it('hands the job back: the manager has not failed', () => {
    expect(judgeDeliveryFault(fault('aborted'))).toEqual({ state: 'handed_back' });
  });
});

describe('isManagerDown', () => {
  it.each<UpstreamFault>(['unreachable', 'timeout', 'unauthorized', 'rate_limited'])(
    '%s concerns every film',
    (kind) => {
      expect(isManagerDown(fault(kind))).toBe(true);
    },
  );

  it.each<UpstreamFault>(['rejected', 'malformed', 'not_found', 'failed', 'redirected', 'too_large', 'aborted'])(
    '%s concerns this film alone',
    (kind) => {
      expect(isManagerDown(fault(kind))).toBe(false);
    },
  );
});

describe('isNotMade', () => {
  it.each<UpstreamFault>(['rejected', 'unauthorized', 'not_found', 'rate_limited'])(
    'a change that was answered with %s was not made',
    (kind) => {
      expect(isNotMade(fault(kind))).toBe(true);
    },
  );

  it.each<UpstreamFault>(['unreachable', 'timeout', 'aborted', 'failed', 'redirected', 'malformed', 'too_large'])(
    'a change that ended as %s may have been made, unless it never left us',
    (kind) => {
      expect(isNotMade(fault(kind))).toBe(false);
      expect(isNotMade(fault(kind, { definitelyNotSent: true }))).toBe(true);
    },
  );

  it('nothing is certain after a fault of our own', () => {
    expect(isNotMade(new Error('of our own'))).toBe(false);
  });
});

describe('managerFault', () => {
  const unreachable = fault('unreachable');

  it('is the fault itself, or what made a library unreadable', () => {
    expect(managerFault(unreachable)).toBe(unreachable);
    expect(managerFault(new AppError('library_unreadable', 503, 'unreadable', { cause: unreachable }))).toBe(
      unreachable,
    );
  });

  it('is nothing where the manager is not to blame', () => {
    expect(managerFault(new AppError('library_unreadable', 503, 'unreadable'))).toBeNull();
    expect(managerFault(new AppError('secret_unreadable', 503, 'unreadable', { cause: unreachable }))).toBeNull();
    expect(managerFault(new Error('of our own'))).toBeNull();
  });
});
