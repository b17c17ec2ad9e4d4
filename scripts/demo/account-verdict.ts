/** The media servers of the simulated household. */
export type ServerProduct = 'Jellyfin' | 'Emby' | 'Audiobookshelf' | 'Plex';

/** What an answer said of the member's account on a media server. */
export interface SeenAccount {
  readonly product: ServerProduct;
  /**
   * | step | by which answer |
   * |---|---|
   * | made | of Usher: the account was made, or its address was invited |
   * | open | of the media server: the member is signed in; of Usher, at Plex: the invitation is accepted |
   * | watchable | of Usher: the film is there, at this address |
   * | off | of Usher: the member may not use the server any more, and the server has been told |
   * | closed | of the media server: the same sign-in is refused |
   */
  readonly step: 'made' | 'open' | 'watchable' | 'off' | 'closed';
}

/** What a media server itself says in the end. */
export interface AccountEvidence {
  readonly product: ServerProduct;
  /** Calls that made an account there, or invited somebody. */
  readonly creations: number;
  /** The account has the member's own password; at Plex, the invitation went to the member's own address. */
  readonly isMembers: boolean;
  /** The account is switched off; at Plex, the share has ended. */
  readonly isOff: boolean;
  /** The account of somebody else, which was there before, is as it was. */
  readonly isOtherUntouched: boolean;
}

const EXPECTED: Readonly<Record<ServerProduct, readonly SeenAccount['step'][]>> = {
  Jellyfin: ['made', 'open', 'watchable', 'off', 'closed'],
  Emby: ['made', 'open', 'watchable', 'off', 'closed'],
  Audiobookshelf: ['made', 'open', 'off', 'closed'],
  Plex: ['made', 'open', 'off'],
};

const PRODUCTS = Object.keys(EXPECTED) as readonly ServerProduct[];

/**
 * Did the member get an account of their own on each media server, and was it switched off when they lost the server? By the
 * answers and by the servers; both must show it.
 *
 * @returns one sentence for everything that is wrong; empty when all of it happened
 */
export function faultsOfAccounts(seen: readonly SeenAccount[], servers: readonly AccountEvidence[]): readonly string[] {
  return PRODUCTS.flatMap((product) => [
    ...faultsOfAnswers(product, seen),
    ...faultsOfServer(
      product,
      servers.find((one) => one.product === product),
    ),
  ]);
}

function faultsOfAnswers(product: ServerProduct, seen: readonly SeenAccount[]): readonly string[] {
  const steps = seen.filter((one) => one.product === product).map(({ step }) => step);
  const expected = EXPECTED[product];
  if (steps.join() === expected.join()) return [];
  const reported = steps.join(', ') || 'nothing';
  return [`Of the account on ${product} the answers reported ${reported}; expected was ${expected.join(', ')}.`];
}

function faultsOfServer(product: ServerProduct, server: AccountEvidence | undefined): readonly string[] {
  if (!server) return [`Nothing is known of what ${product} was asked to do.`];
  const faults: string[] = [];
  if (server.creations !== 1) faults.push(`${product} was asked to make ${server.creations} accounts, not one.`);
  if (!server.isMembers) faults.push(`On ${product} the account is not the member's own.`);
  if (!server.isOff) faults.push(`On ${product} the account is not switched off.`);
  if (!server.isOtherUntouched) faults.push(`On ${product} somebody else's account was changed.`);
  return faults;
}
