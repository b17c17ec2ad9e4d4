import { genresIn } from '../domain/person-forms.js';
import { peopleOf, type Person } from '../domain/people.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';

/** Whom a path names. */
const of = (id: number) => ({ params: { path: { userID: id } } });

/** A person as their own page shows them. */
export interface PersonDetails extends Person {
  readonly row: Schemas['UserRowView'];
}

/** One person; null where there is none with this number. */
export const personQuery = (id: number) => ({
  queryKey: adminKeys.person(id),
  queryFn: async (): Promise<PersonDetails | null> => {
    const row = (await bodyOf(api.GET('/api/admin/users'))).find((user) => user.id === id);
    const [person] = row ? peopleOf([row], []) : [];
    return row && person ? { ...person, row } : null;
  },
});

/** What a person may use, of all that there is, and what they prefer. */
export const grantsQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'grants'),
  queryFn: async () => {
    const [instances, held, preferred] = await Promise.all([
      bodyOf(api.GET('/api/instances')),
      bodyOf(api.GET('/api/admin/users/{userID}/instance-grants', of(id))),
      bodyOf(api.GET('/api/admin/users/{userID}/default-instances', of(id))),
    ]);
    return { instances, held: Object.values(held).flat(), preferred };
  },
});

/** A person's own request policy, and everybody's. */
export const policyQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'policy'),
  queryFn: async () => {
    const [own, household] = await Promise.all([
      bodyOf(api.GET('/api/admin/users/{userID}/request-settings', of(id))),
      bodyOf(api.GET('/api/admin/request-settings')),
    ]);
    return { own, household };
  },
});

/** A person's allowances, and everybody's. */
export const allowancesQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'allowances'),
  queryFn: async () => {
    const [own, household] = await Promise.all([
      bodyOf(api.GET('/api/admin/users/{userID}/request-quotas', of(id))),
      bodyOf(api.GET('/api/admin/request-quotas')),
    ]);
    return { own, household: household.allowances };
  },
});

/** What a child may see at most, null for everybody else, and the ratings to choose from. */
export const childQuery = ({ id, isChild }: Person) => ({
  queryKey: adminKeys.personPart(id, isChild ? 'child' : 'no-child'),
  queryFn: async () => {
    const [policy, ratings] = await Promise.all([
      isChild ? bodyOf(api.GET('/api/admin/users/{userID}/content-policy', of(id))) : null,
      bodyOf(api.GET('/api/admin/certifications')),
    ]);
    return { policy, ratings };
  },
});

/** The ratings that can be a child's limit. */
export const ratingsQuery = () => ({
  queryKey: adminKeys.ratings,
  queryFn: () => bodyOf(api.GET('/api/admin/certifications')),
});

/** The genres of films and series. */
export const genresQuery = () => ({
  queryKey: adminKeys.genres,
  queryFn: async () => {
    const [movie, tv] = await Promise.all([bodyOf(api.GET('/api/genres/movie')), bodyOf(api.GET('/api/genres/tv'))]);
    return { movie: genresIn(movie), tv: genresIn(tv) };
  },
  staleTime: 60 * 60_000,
});

/** The media servers, each with the account that is linked with a person. */
export const mediaAccountsQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'media'),
  queryFn: async () => {
    const [instances, accounts] = await Promise.all([
      bodyOf(api.GET('/api/instances')),
      bodyOf(api.GET('/api/admin/media-servers/accounts')),
    ]);
    const own = new Map(accounts.filter(({ user_id: user }) => user === id).map((one) => [one.instance_id, one]));
    return instances
      .filter(({ service_type: kind }) => MEDIA_SERVERS.has(kind))
      .map(({ id: server, name, service_type: kind }) => ({ server, name, kind, account: own.get(server) }));
  },
});

const MEDIA_SERVERS: ReadonlySet<string> = new Set(['video_server_a', 'video_server_b', 'hub', 'audiobook_server']);

/** A media server, and a person's account there. */
export type MediaAccountRow = Awaited<ReturnType<ReturnType<typeof mediaAccountsQuery>['queryFn']>>[number];

/** The accounts that a media server has. */
export const remoteAccountsQuery = (server: string) => ({
  queryKey: adminKeys.remoteAccounts(server),
  queryFn: () =>
    bodyOf(api.GET('/api/admin/media-servers/{instanceID}/users', { params: { path: { instanceID: server } } })),
});

/** A sign-in elsewhere that lets a person in. */
export interface PersonSignIn {
  readonly way: 'hub' | 'oidc';
  /** Names it to the server: the hub has one for each person, an issuer is named. */
  readonly id: string;
  readonly name: string;
  readonly since: string;
}

/** Which sign-ins elsewhere let a person in? */
export const signInsQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'sign-ins'),
  queryFn: async (): Promise<readonly PersonSignIn[]> => {
    const [hub, oidc] = await Promise.all([
      bodyOf(api.GET('/api/admin/users/{userID}/hub', of(id))),
      bodyOf(api.GET('/api/admin/users/{userID}/oidc', of(id))),
    ]);
    return [
      ...hub.identities.map(({ hub_account_id: account, username, email, created_at: since }) => {
        const name = [username, email].filter((part) => part !== '').join(', ');
        return { way: 'hub' as const, id: String(account), name, since };
      }),
      ...oidc.identities.map(({ issuer, subject, created_at: since }) => {
        return { way: 'oidc' as const, id: issuer, name: `${subject}, ${issuer}`, since };
      }),
    ];
  },
});

/** Ends it that a sign-in elsewhere lets a person in. */
export const unlinkSignInOf = (id: number, { way, id: named }: PersonSignIn) =>
  way === 'hub'
    ? bodyOf(api.DELETE('/api/admin/users/{userID}/hub', of(id)))
    : bodyOf(api.DELETE('/api/admin/users/{userID}/oidc', { ...of(id), body: { issuer: named } }));

/** Where a person is signed in. */
export const personDevicesQuery = (id: number) => ({
  queryKey: adminKeys.personPart(id, 'devices'),
  queryFn: async () => (await bodyOf(api.GET('/api/admin/devices'))).filter(({ user_id: user }) => user === id),
});
