import { AccountStory } from './account-story.js';
import { AlbumStory } from './album-story.js';
import { ApiClient, type ApiCall } from './api-client.js';
import { BookStory } from './book-story.js';
import type { ClientResult, ClientTask } from './client-protocol.js';
import { BoxStory } from './box-story.js';
import { DemoFailure } from './demo-failure.js';
import { DiscoveryStory } from './discovery-story.js';
import { FilmStory } from './film-story.js';
import { MessagesStory } from './messages-story.js';
import { SeriesStory } from './series-story.js';
import { SignInStory } from './sign-in-story.js';
import type { Person, Stage } from './stage.js';

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly id: number };
  readonly device_id: string;
}

/** Somebody who was invited, signed in with one device. */
interface Member extends Person {
  readonly userId: number;
  readonly deviceId: string;
}

/** A library that the household has connected. */
interface Library {
  readonly id: string;
  readonly name: string;
}

/**
 * The main job as a story: a household opens, connects its chat and looks around, and a film, a season, an audiobook and an
 * album go from a request to the library; then people sign in in other ways, and one gets an account on each media server. Book
 * and album are on their way while film and season are shown.
 */
export class Story {
  private readonly visitor: ApiClient;

  constructor(
    private readonly task: ClientTask,
    private readonly stage: Stage,
  ) {
    this.visitor = new ApiClient(task.serverUrl);
  }

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<ClientResult> {
    const { stage, task } = this;
    stage.display.heading('The household is set up');
    const admin = await this.setUpAdmin();
    const films = await this.connect(admin, 'Radarr', 'Films', {
      service_type: 'movie_manager',
      url: task.radarrUrl,
      api_key: task.radarrKey,
    });
    const series = await this.connect(admin, 'Sonarr', 'Series', {
      service_type: 'tv_manager',
      url: task.sonarrUrl,
      api_key: task.sonarrKey,
    });
    const music = await this.connect(admin, 'Lidarr', 'Music', {
      service_type: 'music_manager',
      url: task.lidarrUrl,
      api_key: task.lidarrKey,
    });
    const books = await this.connect(admin, 'Chaptarr', 'Books', {
      service_type: 'book_manager',
      url: task.chaptarrUrl,
      api_key: task.chaptarrKey,
    });
    const member = await this.invite(admin, task.memberName, 'Tablet');
    await this.mayUse(admin, member, [films, series, music, books]);
    const other = await this.invite(admin, task.otherMemberName, 'Phone');
    await new MessagesStory(stage, { admin, member, deviceId: member.deviceId, ...task.chat }).play();
    await new DiscoveryStory(stage, member).play();
    const shared = new BookStory(stage, {
      admin,
      first: member,
      second: other,
      libraryId: books.id,
      catalogToken: task.bookToken,
      searchText: task.bookSearchText,
    });
    await shared.ask();
    const album = new AlbumStory(stage, { member: other, libraryId: music.id, searchText: task.albumSearchText });
    await album.ask();
    const meanwhile = Promise.allSettled([shared.follow(), album.follow()]);
    await new FilmStory(stage, { admin, member, libraryId: films.id, searchText: task.filmSearchText }).play();
    await new BoxStory(stage, { admin, member, pin: task.boxPin, film: task.film }).play();
    await new SeriesStory(stage, { admin, member, libraryId: series.id, searchText: task.seriesSearchText }).play();
    for (const end of await meanwhile) if (end.status === 'rejected') throw end.reason;
    shared.tell();
    album.tell();
    await new SignInStory(stage, admin, this.visitor, task.signIn).play();
    await new AccountStory(stage, {
      admin,
      member,
      password: task.memberPassword,
      email: task.memberEmail,
      servers: task.mediaServers,
      plexUrl: task.signIn.plexUrl,
      film: task.film,
    }).play();
    const requests = { [member.name]: await this.requestsOf(member), [other.name]: await this.requestsOf(other) };
    const madeBySignIn = await this.madeBySignIn(admin);
    return { answers: { requests, madeBySignIn }, memberLink: await this.inviteAgain(admin) };
  }

  private async requestsOf({ api }: Person): Promise<Readonly<Record<string, string>>> {
    const call = { method: 'GET', path: '/api/requests' } as const;
    const { body } = await api.send<readonly { title: string; status: string }[]>(call);
    return Object.fromEntries(body.map(({ title, status }) => [title, status]));
  }

  private async madeBySignIn({ api }: Person): Promise<readonly string[]> {
    const call = { method: 'GET', path: '/api/admin/users' } as const;
    const { body } = await api.send<readonly { username: string; made_by_sign_in?: boolean }[]>(call);
    return body.flatMap((user) => (user.made_by_sign_in ? [user.username] : [])).toSorted();
  }

  private async setUpAdmin(): Promise<Person> {
    const { adminName: name, adminPassword: password, setupCode } = this.task;
    const { access_token } = await this.stage.does<Tokens>(
      { name, api: this.visitor },
      'makes the first account, with the setup code',
      {
        method: 'POST',
        path: '/api/auth/setup',
        body: { username: name, password, setup_code: setupCode, device_name: 'Laptop' },
      },
    );
    return { name, api: this.visitor.as(access_token) };
  }

  private async connect(
    admin: Person,
    product: string,
    name: string,
    connection: Readonly<Record<string, string>>,
  ): Promise<Library> {
    await this.stage.does(admin, `tries the connection to ${product}`, {
      method: 'POST',
      path: '/api/instances/test',
      body: { ...connection, name },
    });
    const { id } = await this.stage.does<{ id: string }>(admin, `saves it as the library "${name}"`, {
      method: 'POST',
      path: '/api/instances',
      body: { ...connection, name, is_default: true },
    });
    return { id, name };
  }

  private async invite(admin: Person, name: string, device: string): Promise<Member> {
    const invitation = this.invitation(name);
    const { link } = await this.stage.does<{ link: string }>(admin, `invites ${name} with a link`, invitation);
    const { access_token, user, device_id } = await this.stage.does<Tokens>(
      { name, api: this.visitor },
      'opens the link and is signed in',
      {
        method: 'POST',
        path: '/api/auth/connect',
        body: { token: new URL(link).searchParams.get('token'), device_name: device },
      },
    );
    return { name, api: this.visitor.as(access_token), userId: user.id, deviceId: device_id };
  }

  private async mayUse(admin: Person, { name, userId }: Member, libraries: readonly Library[]): Promise<void> {
    for (const library of libraries) {
      const assignments = await this.stage.does<readonly { user_id: number; assigned: boolean }[]>(
        admin,
        `looks: may ${name} use "${library.name}"?`,
        { method: 'GET', path: `/api/instances/${library.id}/assignments` },
      );
      const isAssigned = assignments.some((row) => row.user_id === userId && row.assigned);
      if (!isAssigned) throw new DemoFailure(`${name} was not given the library, though new accounts are`);
    }
    this.stage.display.outcome('yes: new accounts are given every library with auto_add_users on');
  }

  /** A second link for the same person, so that the person who watches the demo can sign in as them. */
  private async inviteAgain(admin: Person): Promise<string> {
    return (await admin.api.send<{ link: string }>(this.invitation(this.task.memberName))).body.link;
  }

  private invitation(name: string): ApiCall {
    return { method: 'POST', path: '/api/admin/connect-token', body: { name, server_url: this.task.serverUrl } };
  }
}
