import { ApiClient, type ApiCall } from './api-client.js';
import type { ClientReport, ClientTask } from './client-protocol.js';
import { DemoFailure } from './demo-failure.js';
import type { Display } from './display.js';
import {
  followFilm,
  stateOf,
  statusCall,
  type FollowedFilm,
  type RequestAnswer,
  type StandAnswer,
} from './follow-film.js';

/** Hands a report to whoever started the client. */
export type Tell = (report: ClientReport) => Promise<void>;

/** Somebody in the story; what they do is shown beside the call that does it. */
interface Person {
  readonly name: string;
  readonly api: ApiClient;
}

interface Tokens {
  readonly access_token: string;
  readonly user: { readonly id: number };
}

interface FoundFilm {
  readonly id: number;
  readonly title: string;
  readonly release_date: string;
}

/** The main job, told as a story: a household opens, and one film goes from a wish to the library. */
export class Story {
  private readonly visitor: ApiClient;

  constructor(
    private readonly task: ClientTask,
    private readonly display: Display,
    private readonly tell: Tell,
  ) {
    this.visitor = new ApiClient(task.serverUrl);
  }

  /** @throws DemoFailure for the first answer that is not the expected one */
  async play(): Promise<void> {
    this.display.heading('The household is set up');
    const admin = await this.setUpAdmin();
    const libraryId = await this.connectLibrary(admin);
    const member = await this.inviteMember(admin, libraryId);
    this.display.heading('A film is asked for');
    const film = await this.findFilm(member);
    const asked = await this.ask(member, film);
    const approved = await this.approve(admin, asked);
    this.display.heading(`Where ${film.title} stands, as the server tells ${member.name}`);
    this.display.note('(the server reads the download queue every ten seconds, so the bar moves in steps)\n');
    this.display.state('asked', `${asked.status}: ${asked.message}`);
    this.display.state('approved', `${approved.status}: ${approved.message}`);
    const followed: FollowedFilm = { tmdbId: film.id, libraryId, requestId: asked.request_id };
    await followFilm({
      api: member.api,
      film: followed,
      display: this.display,
      seen: (state) => this.tell({ kind: 'seen', state }),
    });
    this.display.heading('Everybody sees it');
    const toAdmin = await this.does<StandAnswer>(admin, `looks: where does ${film.title} stand?`, statusCall(followed));
    await this.tell({ kind: 'seen', state: stateOf('GET status', toAdmin) });
    this.display.outcome(toAdmin.status);
    await this.tell({ kind: 'invitation', link: await this.inviteAgain(admin) });
  }

  private async setUpAdmin(): Promise<Person> {
    const { adminName: name, adminPassword: password, setupCode } = this.task;
    const { access_token } = await this.does<Tokens>(
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

  private async connectLibrary(admin: Person): Promise<string> {
    const { radarrUrl, radarrKey } = this.task;
    const library = { service_type: 'movie_manager', name: 'Films', url: radarrUrl, api_key: radarrKey };
    await this.does(admin, 'tries the connection to Radarr', {
      method: 'POST',
      path: '/api/instances/test',
      body: library,
    });
    const { id } = await this.does<{ id: string }>(admin, 'saves it as the library "Films"', {
      method: 'POST',
      path: '/api/instances',
      body: { ...library, is_default: true },
    });
    await this.does(admin, 'wants to decide about requests', {
      method: 'PUT',
      path: '/api/admin/request-settings',
      body: { require_approval: true },
    });
    return id;
  }

  private async inviteMember(admin: Person, libraryId: string): Promise<Person> {
    const { memberName: name } = this.task;
    const { link } = await this.does<{ link: string }>(admin, `invites ${name} with a link`, this.invitation());
    const { access_token, user } = await this.does<Tokens>(
      { name, api: this.visitor },
      'opens the link and is signed in',
      {
        method: 'POST',
        path: '/api/auth/connect',
        body: { token: new URL(link).searchParams.get('token'), device_name: 'Tablet' },
      },
    );
    const assignments = await this.does<readonly { user_id: number; assigned: boolean }[]>(
      admin,
      `looks: may ${name} use "Films"?`,
      { method: 'GET', path: `/api/instances/${libraryId}/assignments` },
    );
    const isAssigned = assignments.some((row) => row.user_id === user.id && row.assigned);
    if (!isAssigned) throw new DemoFailure(`${name} was not given the library, though new accounts are`);
    this.display.outcome('yes: new accounts are given every library with auto_add_users on');
    return { name, api: this.visitor.as(access_token) };
  }

  private async findFilm(member: Person): Promise<FoundFilm> {
    const { searchText } = this.task;
    const { results } = await this.does<{ results: readonly FoundFilm[] }>(member, `searches for "${searchText}"`, {
      method: 'GET',
      path: `/api/search?query=${encodeURIComponent(searchText)}`,
    });
    const [film] = results;
    if (!film) throw new DemoFailure(`the search for "${searchText}" found nothing`);
    this.display.outcome(`finds ${film.title} (${film.release_date.slice(0, 4)})`);
    return film;
  }

  private async ask(member: Person, film: FoundFilm): Promise<RequestAnswer> {
    const asked = await this.does<RequestAnswer>(member, 'asks for it', {
      method: 'POST',
      path: '/api/requests',
      body: { media_type: 'movie', tmdb_id: film.id },
    });
    await this.tell({ kind: 'seen', state: stateOf('POST /api/requests', asked) });
    return asked;
  }

  private async approve(admin: Person, { request_id: id }: RequestAnswer): Promise<RequestAnswer> {
    const waiting = await this.does<readonly { id: number; username: string; title: string }[]>(
      admin,
      'looks at what waits for a decision',
      { method: 'GET', path: '/api/admin/requests' },
    );
    const found = waiting.find((request) => request.id === id);
    if (!found) throw new DemoFailure('the request is not among those that wait for a decision');
    this.display.outcome(`finds ${found.title}, asked for by ${found.username}`);
    const approved = await this.does<RequestAnswer>(admin, 'approves', {
      method: 'POST',
      path: `/api/admin/requests/${id}/approve`,
    });
    await this.tell({ kind: 'seen', state: stateOf('POST approve', approved) });
    return approved;
  }

  /** A second link for the same person, so that whoever watches the demo can sign in as them. */
  private async inviteAgain(admin: Person): Promise<string> {
    return (await admin.api.send<{ link: string }>(this.invitation())).body.link;
  }

  private invitation(): ApiCall {
    const { memberName: name, serverUrl } = this.task;
    return { method: 'POST', path: '/api/admin/connect-token', body: { name, server_url: serverUrl } };
  }

  private async does<T>(who: Person, what: string, call: ApiCall): Promise<T> {
    const { status, body } = await who.api.send<T>(call);
    this.display.step(who.name, what, `${call.method} ${call.path.replace(/\?.*/, '')}`, status);
    return body;
  }
}
