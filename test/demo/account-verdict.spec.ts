import { describe, expect, it } from 'vitest';
import {
  type AccountEvidence,
  faultsOfAccounts,
  type SeenAccount,
  type ServerProduct,
} from '../../scripts/demo/account-verdict.js';

const steps = (product: ServerProduct, ...all: readonly SeenAccount['step'][]): readonly SeenAccount[] =>
  all.map((step) => ({ product, step }));

const seen: readonly SeenAccount[] = [
  ...steps('Jellyfin', 'made', 'open', 'watchable', 'off', 'closed'),
  ...steps('Emby', 'made', 'open', 'watchable', 'off', 'closed'),
  ...steps('Audiobookshelf', 'made', 'open', 'off', 'closed'),
  ...steps('Plex', 'made', 'open', 'off'),
];

const server = (product: ServerProduct): AccountEvidence => ({
  product,
  creations: 1,
  isMembers: true,
  isOff: true,
  isOtherUntouched: true,
});

const servers = (['Jellyfin', 'Emby', 'Audiobookshelf', 'Plex'] as const).map(server);

describe('the verdict on the accounts of the demo', () => {
  it('is good when the answers and the servers both show an account on each kind, and that it was switched off', () => {
    expect(faultsOfAccounts(seen, servers)).toEqual([]);
  });

  it.each(seen)('is one fault when no answer said of $product: $step', ({ product, step }) => {
    const less = seen.filter((one) => one.product !== product || one.step !== step);
    expect(faultsOfAccounts(less, servers)).toEqual([
      expect.stringContaining(`Of the account on ${product} the answers reported`),
    ]);
  });

  it('is a fault when an account that was switched off was opened afterwards', () => {
    expect(faultsOfAccounts([...seen, ...steps('Plex', 'open')], servers)).toEqual([
      'Of the account on Plex the answers reported made, open, off, open; expected was made, open, off.',
    ]);
  });

  it.each<[Partial<AccountEvidence>, string]>([
    [{ creations: 0 }, 'Emby was asked to make 0 accounts, not one.'],
    [{ creations: 2 }, 'Emby was asked to make 2 accounts, not one.'],
    [{ isMembers: false }, "On Emby the account is not the member's own."],
    [{ isOff: false }, 'On Emby the account is not switched off.'],
    [{ isOtherUntouched: false }, "On Emby somebody else's account was changed."],
  ])('is a fault when a server shows %j, also where the answers reported none', (over, fault) => {
    const shown = servers.map((one) => (one.product === 'Emby' ? { ...one, ...over } : one));
    expect(faultsOfAccounts(seen, shown)).toEqual([fault]);
  });

  it('is a fault when nothing is known of a server', () => {
    expect(faultsOfAccounts(seen, servers.slice(1))).toEqual(['Nothing is known of what Jellyfin was asked to do.']);
  });
});
