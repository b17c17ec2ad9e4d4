/** Somebody with an account at the provider. */
export interface PlexPerson {
  readonly id: number;
  /** Null for managed people of a home, who have no address either. */
  readonly username: string | null;
  readonly title: string;
  readonly email: string | null;
}

/** What a test says of somebody. */
export type PlexPersonGiven = Pick<PlexPerson, 'id'> & Partial<PlexPerson>;

/** Somebody with an address; who is given none and no username is a managed member of a home. */
export function plexPersonOf({ id, username, title, email }: PlexPersonGiven): PlexPerson {
  const name = username === undefined ? `person${id}` : username;
  return {
    id,
    username: name,
    title: title ?? name ?? `Person ${id}`,
    email: email === undefined ? `person${id}@example.org` : email,
  };
}

/** The answer about the owner of a token. Source: plex examples, user. */
export function plexUserAnswer(person: PlexPerson, token: string): Record<string, unknown> {
  const { id, username, title, email } = person;
  const isManaged = email === null;
  return {
    id,
    uuid: id.toString(16).padStart(16, '0'),
    username,
    title,
    email,
    friendlyName: isManaged ? null : title,
    locale: null,
    confirmed: true,
    joinedAt: 1_640_995_200,
    emailOnlyAuth: false,
    hasPassword: !isManaged,
    protected: false,
    thumb: `https://plex.tv/users/${id.toString(16)}/avatar?c=1`,
    authToken: token,
    mailingListStatus: 'unsubscribed',
    mailingListActive: false,
    scrobbleTypes: '',
    country: 'US',
    subscription: {
      active: false,
      subscribedAt: null,
      status: 'Inactive',
      paymentService: null,
      plan: null,
      features: [],
    },
    subscriptionDescription: null,
    restricted: isManaged,
    anonymous: null,
    home: isManaged,
    guest: false,
    homeSize: 1,
    homeAdmin: false,
    maxHomeSize: 15,
    rememberExpiresAt: 1_796_083_200,
    profile: {
      autoSelectAudio: true,
      defaultAudioLanguage: null,
      defaultAudioLanguages: null,
      defaultAudioAccessibility: 0,
      defaultSubtitleLanguage: null,
      defaultSubtitleLanguages: null,
      autoSelectSubtitle: 0,
      defaultSubtitleAccessibility: 0,
      defaultSubtitleForced: 0,
      watchedIndicator: 1,
      mediaReviewsVisibility: 0,
      mediaReviewsLanguages: null,
    },
    entitlements: [],
    services: [],
    adsConsent: null,
    experimentalFeatures: false,
    twoFactorEnabled: false,
    backupCodesCreated: false,
  };
}
