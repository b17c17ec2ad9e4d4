/** What a title's page can lead with. */
export type FirstAction = 'watch' | 'account' | 'follow-request' | 'request';

/** What can be done with a title. */
export interface TitleOffers {
  /** It can be watched somewhere. */
  readonly watch: boolean;
  /** It is where the reader has no account yet. */
  readonly account: boolean;
  /** The reader has asked for it. */
  readonly ownRequest: boolean;
  readonly request: boolean;
}

/** The one thing that most people came for; undefined where nothing of it can be done. */
export function firstAction({ watch, account, ownRequest, request }: TitleOffers): FirstAction | undefined {
  if (watch) return 'watch';
  if (account) return 'account';
  if (ownRequest) return 'follow-request';
  return request ? 'request' : undefined;
}
