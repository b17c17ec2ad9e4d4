import { describe, expect, it } from 'vitest';
import { accountOffer, openInvitations } from './account-offer.js';
import { firstAction } from './title-actions.js';

const NOTHING = { watch: false, account: false, ownRequest: false, request: false };

describe('issue 46: what a title’s page leads with', () => {
  it.each([
    ['watch', { watch: true, account: true, ownRequest: true, request: true }],
    ['account', { account: true, ownRequest: true, request: true }],
    ['follow-request', { ownRequest: true, request: true }],
    ['request', { request: true }],
    [undefined, {}],
  ] as const)('%s', (first, offers) => {
    expect(firstAction({ ...NOTHING, ...offers })).toBe(first);
  });
});

type Server = Parameters<typeof accountOffer>[0][number];

const server = (service_type: Server['service_type'], more: Partial<Server> = {}): Server => ({
  ...{ instance_id: service_type, service_type, name: service_type, kind: 'account', public_address: '' },
  ...{ auto_link_suppressed: false, existing_account: false, account: null },
  ...more,
});
const account = {
  ...{ username: 'ana', disabled: false, pending: false, administrator: false },
  ...{ verified: true, manage_access: true, access_sync_pending: false },
};

describe('issue 46: somebody without an account where films are watched', () => {
  it.each<[string, readonly Server[], string | undefined]>([
    ['can make one', [server('audiobook_server'), server('video_server_a')], 'create video_server_a'],
    ['links the one of their name', [server('video_server_a', { existing_account: true })], 'link video_server_a'],
    ['is invited by the hub', [server('hub', { kind: 'invite' })], 'invite hub'],
    ['needs none where they have one', [server('video_server_a'), server('video_server_b', { account })], undefined],
    ['finds none where books alone are heard', [server('audiobook_server')], undefined],
    ['finds none where nothing is shared', [], undefined],
  ])('%s', (_what, servers, said) => {
    const offer = accountOffer(servers);
    expect(offer && `${offer.order} ${offer.server.name}`).toBe(said);
  });

  it('is told of an invitation that is open', () => {
    expect(openInvitations([server('hub', { account: { ...account, pending: true } }), server('hub')])).toEqual([
      'hub',
    ]);
  });
});
