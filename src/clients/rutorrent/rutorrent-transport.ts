import type { Sentence } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';
import { Secret } from '../../core/secrets/secret.js';
import { withoutTrailingSlashes } from '../../core/text/urls.js';
import { ClientSession } from '../downloads/client-session.js';
import { sayDownloadClient } from '../downloads/download-client.sentences.js';
import { type ClientOptions, type HttpAnswer, HttpTransport } from '../http/http-transport.js';
import { redirectFault, REDIRECTS } from '../http/http-faults.js';
import { sayHttp } from '../http/http.sentences.js';
import { parseBase } from '../http/safe-address.js';
import { readXmlRpc, type XmlRpcAnswer, xmlRpcCall, type XmlRpcValue } from './xml-rpc.js';

const SYSTEM = 'rutorrent';
const MAX_BYTES = 16 * 1024 * 1024;
const LONGEST_MS = 35_000;

/** Where ruTorrent lets XML-RPC through, below its root. */
const PLUGIN = ['plugins', 'httprpc', 'action.php'] as const;

export interface RutorrentAddress extends ClientOptions {
  /** Absolute address: of XML-RPC itself (`…/RPC2`), or the root of a ruTorrent. */
  readonly url: string;
  /** For the web server before it, by Basic; null where it asks for none. */
  readonly credentials: { readonly username: string; readonly password: Secret } | null;
}

interface RutorrentCall {
  readonly operation: string;
  readonly method: string;
  readonly params: readonly XmlRpcValue[];
  readonly signal: AbortSignal;
}

export class RtorrentFault extends UpstreamError {}

type RpcPath = readonly string[];

/** Faults that say that nobody speaks XML-RPC at a place. */
const ELSEWHERE: ReadonlySet<UpstreamFault> = new Set(['not_found', 'rejected', 'malformed', 'redirected', 'failed']);

/** Faults after which the place is looked for again. */
const MOVED: ReadonlySet<UpstreamFault> = new Set(['not_found', 'malformed', 'redirected']);

/** How rTorrent is called: XML-RPC to one address, which is found by asking for its version and remembered. */
export class RutorrentTransport {
  readonly system = SYSTEM;
  private readonly http: HttpTransport;
  private readonly places: readonly RpcPath[];
  /** There is no session to begin: what it keeps is the rest after a refusal, for a web server that counts them. */
  private readonly rest: ClientSession<void>;
  private place: RpcPath | undefined;

  constructor(private readonly address: RutorrentAddress) {
    const { url, credentials, clock, log, meter, path } = address;
    const headers: Readonly<Record<string, Secret>> = credentials ? { Authorization: basic(credentials) } : {};
    this.http = new HttpTransport({ system: SYSTEM, url, clock, log, meter, path, headers, maxBytes: MAX_BYTES });
    this.rest = new ClientSession({ system: SYSTEM, clock, signIn: () => Promise.resolve() });
    const typed = withoutTrailingSlashes(parseBase(url).pathname);
    this.places = /\/rpc2$|\.php$/i.test(typed) ? [[]] : [[], PLUGIN];
  }

  /** Is it an rTorrent that answers, and does the web server let us through? Asks anew where it is. @throws UpstreamError */
  async probe(operation: string, signal: AbortSignal): Promise<void> {
    this.place = undefined;
    this.place = await this.find(operation, signal, true);
  }

  /** Calls rTorrent where it answers; nothing is sent twice. @throws RtorrentFault when it says that the call failed */
  async call({ operation, method, params, signal }: RutorrentCall): Promise<XmlRpcValue> {
    this.place ??= await this.find(operation, signal, false);
    try {
      const answer = await this.ask(this.place, { operation, method, params, signal }, false);
      if ('value' in answer) return answer.value;
    } catch (fault) {
      if (fault instanceof UpstreamError && MOVED.has(fault.kind)) this.place = undefined;
      throw fault;
    }
    const reason = sayDownloadClient('download_client_reported_error');
    throw new RtorrentFault({ system: SYSTEM, operation, kind: 'failed', definitelyNotSent: false, reason });
  }

  fault(operation: string, kind: UpstreamFault, reason: Sentence): UpstreamError {
    return new UpstreamError({ system: SYSTEM, operation, kind, reason, definitelyNotSent: false });
  }

  /** The first place where the version is told. Where there is none, the fault of the last that is there says why. */
  private async find(operation: string, signal: AbortSignal, isTest: boolean): Promise<RpcPath> {
    let worst: UpstreamError | undefined;
    for (const place of this.places) {
      try {
        const answer = await this.ask(
          place,
          { operation, method: 'system.client_version', params: [], signal },
          isTest,
        );
        if ('value' in answer && typeof answer.value === 'string') return place;
        worst = this.fault(operation, 'malformed', sayDownloadClient('rutorrent_version_not_told'));
      } catch (fault) {
        if (!(fault instanceof UpstreamError) || !ELSEWHERE.has(fault.kind)) throw fault;
        if (!worst || fault.kind !== 'not_found') worst = fault;
      }
    }
    throw worst ?? this.fault(operation, 'not_found', sayHttp('server_answered_status', { status: 404 }));
  }

  private ask(place: RpcPath, call: RutorrentCall, isTest: boolean): Promise<XmlRpcAnswer> {
    const { operation, method, params, signal } = call;
    const accept = isTest ? [401, ...REDIRECTS] : [401];
    const xml = xmlRpcCall(method, params);
    return this.rest.within(async () => {
      const sent = { operation, method: 'POST', path: place, xml, signal, accept, deadlineMs: LONGEST_MS } as const;
      const answer = await this.http.send(sent);
      if (answer.status === 401) throw this.refusal(operation, answer);
      if (REDIRECTS.includes(answer.status)) throw redirectFault(SYSTEM, operation, answer, place);
      return readXmlRpc(SYSTEM, operation, answer);
    });
  }

  private refusal(operation: string, { status, headers }: HttpAnswer): UpstreamError {
    const asked = headers['www-authenticate'];
    const isBasic = asked === undefined || /(?:^|,)\s*basic\b/i.test(asked);
    const wrong = this.address.credentials ? 'rutorrent_credentials_refused' : 'rutorrent_credentials_wanted';
    const reason = sayDownloadClient(isBasic ? wrong : 'rutorrent_sign_in_not_basic');
    const details = { system: SYSTEM, operation, status, definitelyNotSent: false };
    return new UpstreamError({ ...details, kind: 'unauthorized', reason });
  }
}

const basic = ({ username, password }: NonNullable<RutorrentAddress['credentials']>): Secret =>
  Secret.of(`Basic ${Buffer.from(`${username}:${password.reveal()}`).toString('base64')}`);
