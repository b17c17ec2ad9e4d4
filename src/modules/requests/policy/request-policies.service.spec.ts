import { describe, expect, it } from 'vitest';
import {
  effectivePolicy,
  type GlobalRequestSettings,
  INHERIT_ALL,
  REQUEST_SETTINGS,
  type UserRequestSettings,
} from './request-policies.service.js';

const household = (over: Partial<GlobalRequestSettings> = {}): GlobalRequestSettings => ({
  ...REQUEST_SETTINGS.fallback,
  ...over,
});
const own = (over: Partial<UserRequestSettings> = {}): UserRequestSettings => ({ ...INHERIT_ALL, ...over });

describe('the household policy before one is stored', () => {
  it('doc 4 section 1.11: approves by itself, every choice of seasons, no choice of quality, first profile', () => {
    expect(REQUEST_SETTINGS.fallback).toEqual({
      requireApproval: false,
      allowSeasonChoice: true,
      defaultSeasonScope: 'all',
      allowQualityChoice: false,
      defaultQualityMovieManager: 0,
      defaultQualityTvManager: 0,
    });
  });
});

describe('effectivePolicy', () => {
  const overrides = [null, true, false] as const;
  const cases = ([true, false] as const).flatMap((global) => overrides.map((override) => [global, override] as const));

  it.each(cases)(
    'doc 4 section 1.11: a member has each switch of the household (%s), overridden by their own (%s)',
    (global, override) => {
      for (const name of ['requireApproval', 'allowSeasonChoice', 'allowQualityChoice'] as const) {
        const policy = effectivePolicy('user', household({ [name]: global }), own({ [name]: override }));
        expect(policy[name], name).toBe(override ?? global);
      }
    },
  );

  it.each(cases)(
    'doc 4 section 1.11: an administrator needs no approval and may always choose (household %s, own %s)',
    (global, override) => {
      const switches = { requireApproval: global, allowSeasonChoice: global, allowQualityChoice: global };
      const ownSwitches = { requireApproval: override, allowSeasonChoice: override, allowQualityChoice: override };
      expect(effectivePolicy('admin', household(switches), own(ownSwitches))).toMatchObject({
        requireApproval: false,
        allowSeasonChoice: true,
        allowQualityChoice: true,
      });
    },
  );

  it.each([
    [4, null, 4],
    [4, 6, 6],
    [4, 0, 0],
    [0, null, 0],
  ])('doc 4 section 1.11: default profile of films: household %s, own %s', (global, override, movie) => {
    const stored = household({ defaultQualityMovieManager: global, defaultQualityTvManager: 7 });
    const mine = own({ qualityProfileMovieManager: override, qualityProfileTvManager: 8 });
    expect(effectivePolicy('user', stored, mine).defaultProfiles).toEqual({ movie, tv: 8 });
  });

  it('doc 4 section 1.11: uses the account’s own default scope and profile of series, else the household’s', () => {
    const stored = household({ defaultSeasonScope: 'latest', defaultQualityTvManager: 4 });
    const inherited = effectivePolicy('user', stored, own());
    expect(inherited).toMatchObject({ defaultScope: 'latest', defaultProfiles: { tv: 4 } });
    const mine = own({ seasonScope: 'pilot', qualityProfileTvManager: 0 });
    expect(effectivePolicy('user', stored, mine)).toMatchObject({ defaultScope: 'pilot', defaultProfiles: { tv: 0 } });
  });
});
