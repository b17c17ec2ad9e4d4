import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { type Access, ACCESS_METADATA, OWN_PAGE_METADATA } from '../../../core/access/access.decorators.js';
import type {
  ActingAdministrator,
  Caller,
  JudgedRequest,
  OwnProof,
  ProvedRequest,
} from '../../../core/access/caller.js';
import { KIDS_METADATA, type KidsRule } from '../../../core/access/kids.decorators.js';
import { roleHolds } from '../../../core/access/permissions.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { notFound, permissionDenied, unauthorized, orUnavailable } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { WebhookReceiverService } from '../../instances/instances.public.js';
import { FileTicketsService } from '../../media-files/media-files.public.js';
import { SessionsRepository } from '../../users/users.public.js';
import { compatKeyRefused, foreignPage } from '../auth.errors.js';
import { COMPAT_KEY_JUDGE } from '../auth.ports.js';
import { isPageRequest, namedSite } from '../own-origin/own-origin.js';
import { OwnOriginService } from '../own-origin/own-origin.service.js';
import { clientKey } from '../rate-limit/client-key.js';
import { RateLimitGuard } from '../rate-limit/rate-limit.guard.js';
import { AccessTokenService } from '../sessions/access-token.service.js';
import { BrowserCookiesService } from '../web-session/browser-cookies.service.js';

type AskedRequest = Request & JudgedRequest & ProvedRequest;

interface Declared {
  readonly access: Access | undefined;
  readonly kids: KidsRule | undefined;
  readonly isForOwnPages: boolean;
}

/** Methods by which nothing is tried: a link on another site leads here by them. */
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Judges every call by what its route declares: page, proof, permission, kids accounts. A route that declares no access is nobody's. */
@Injectable()
export class AccessGuard implements CanActivate {
  /** How a call proves that it may use a route that no session opens. Each throws where the proof is missing or wrong. */
  private readonly proofs: Readonly<Record<OwnProof, (request: AskedRequest) => void | Promise<void>>> = {
    'metrics-token': (request) => this.requireMetricsToken(request),
    'webhook-basic': (request) => this.requireWebhookPassword(request),
    'compat-key': (request) => this.requireCompatKey(request),
    ticket: (request) => void this.tickets.require(String(request.params.ticket)),
  };

  constructor(
    private readonly reflector: Reflector,
    private readonly origins: OwnOriginService,
    @InjectSettings() private readonly settings: Settings,
    private readonly limits: RateLimitGuard,
    private readonly webhooks: WebhookReceiverService,
    private readonly ports: PortRegistry,
    private readonly tickets: FileTicketsService,
    private readonly tokens: AccessTokenService,
    private readonly cookies: BrowserCookiesService,
    private readonly sessions: SessionsRepository,
  ) {}

  /** @throws AppError 401, 403, 404 for a wrong ticket or instance, 429 past the budget of wrong tokens, 503 for what can't be judged */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    await this.requirePage(context.switchToHttp().getRequest<AskedRequest>(), this.declaredBy(context));
    await this.judge(context);
    return true;
  }

  /** Judges who calls, by what is stored at this moment. @throws AppError as {@link canActivate} */
  async judge(context: ExecutionContext): Promise<void> {
    const request = context.switchToHttp().getRequest<AskedRequest>();
    const { access, kids } = this.declaredBy(context);
    if (access && isOwnProof(access)) {
      await this.proofs[access.kind](request);
      request.proved = access.kind;
    } else if (access?.kind !== 'public') {
      const caller = await this.callerOf(request, access);
      request.caller = caller;
      request.administrator = caller.role === 'admin' ? this.acting(caller, access) : undefined;
    }
    if (!isAccessGranted(access, request.caller, request.proved)) throw permissionDenied();
    if (isDeniedToKids(kids, access) && (!request.caller || request.caller.kids)) throw permissionDenied();
  }

  /**
   * Their right is checked again in each write that uses it: 401 when device or account ended, 403 when the role opens the route no more.
   */
  acting(caller: Caller, access: Access | undefined): ActingAdministrator {
    return {
      ...caller,
      confirm: async (tx) => {
        const owner = (await this.sessions.ownersOf(tx, [caller.deviceId])).get(caller.deviceId);
        if (!owner) throw unauthorized();
        if (owner.role !== 'admin' || !isAccessGranted(access, { ...caller, role: owner.role }))
          throw permissionDenied();
      },
    };
  }

  private declaredBy(context: ExecutionContext): Declared {
    const handler = context.getHandler();
    return {
      access: this.reflector.get<Access | undefined>(ACCESS_METADATA, handler),
      kids: this.reflector.get<KidsRule | undefined>(KIDS_METADATA, handler),
      isForOwnPages: this.reflector.get<true | undefined>(OWN_PAGE_METADATA, handler) ?? false,
    };
  }

  /**
   * Routes that read a cookie take pages of this server alone; SameSite is not enough, since another port of a host is the same site. On
   * other public routes, writing requests that name another site are refused before they count as a try.
   */
  private async requirePage(request: AskedRequest, { access, isForOwnPages }: Declared): Promise<void> {
    const { origin, host, 'content-type': contentType } = request.headers;
    const fetchSite = request.get('sec-fetch-site');
    if (isForOwnPages) {
      if (!isPageRequest({ origin, contentType, fetchSite, secure: request.secure })) throw foreignPage();
    } else {
      if (access?.kind !== 'public' || READING.has(request.method)) return;
      const site = namedSite({ origin, fetchSite });
      if (site === 'none') return;
      if (site === 'other') throw foreignPage();
    }
    // A client of HTTP/1.0 need not name a host, whatever the types of Express say.
    const asked = request.host as string | undefined;
    if (!(await this.origins.judge({ origin, hosts: [host, asked] }))) throw foreignPage();
  }

  /** Without METRICS_TOKEN the route doesn't exist. Wrong tokens count against the client's budget. */
  private requireMetricsToken(request: AskedRequest): void {
    const { metricsToken } = this.settings;
    if (!metricsToken) throw notFound();
    const [, brought] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    // Nobody guesses a token by sending none, and any page can make a browser do that.
    if (brought === undefined) throw unauthorized();
    if (metricsToken.equals(brought)) return;
    this.limits.countRefusal('refused-metrics', clientKey(request.ip));
    throw unauthorized();
  }

  /** The instance is in the path; the user name may be any, and a credential in the query doesn't count. */
  private async requireWebhookPassword({ params, headers }: AskedRequest): Promise<void> {
    await this.webhooks.authenticate(String(params.instanceID), passwordIn(headers.authorization));
  }

  /** By the X-Api-Key header alone: no session, no cookie, no query, no X-API-User. A header that is sent twice is a wrong key. */
  private async requireCompatKey(request: AskedRequest): Promise<void> {
    const brought = request.headers['x-api-key'];
    if (typeof brought !== 'string' || brought === '') throw compatKeyRefused();
    const judge = this.ports.only(COMPAT_KEY_JUDGE);
    const issuer = await orUnavailable(judge.issuerOf(brought));
    if (!issuer) throw compatKeyRefused({ reason: 'wrong_key' });
    const confirm = async (tx: ReadTx): Promise<void> => {
      if (!(await judge.isValid(tx, brought))) throw compatKeyRefused();
    };
    request.issuer = { ...issuer, confirm };
  }

  /** A route of pictures takes their cookie where there is no session; what is brought as one is judged as one. */
  private async callerOf(request: AskedRequest, access: Access | undefined): Promise<Caller> {
    const { authorization, cookie } = request.headers;
    const byPass = access?.kind === 'picture-pass' && authorization === undefined;
    return (byPass && (await this.cookies.judgePicturePass(cookie))) || this.tokens.callerOf(request);
  }
}

/** What follows the first colon; null where there is no such credential. Source: RFC 7617 section 2. */
function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization ?? '') ?? [];
  const [, password] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  return password ?? null;
}

/** May this caller use a route of this access? @param proved for which kind of access the request has brought the secret */
export function isAccessGranted(access: Access | undefined, caller: Caller | undefined, proved?: OwnProof): boolean {
  if (access?.kind === 'public') return true;
  if (access && isOwnProof(access)) return access.kind === proved;
  if (!access || !caller) return false;
  if (access.kind === 'admin' && caller.role !== 'admin') return false;
  return access.permission === undefined ? access.kind === 'session' : roleHolds(caller.role, access.permission);
}

const OWN_PROOFS: ReadonlySet<string> = new Set<OwnProof>(['metrics-token', 'webhook-basic', 'compat-key', 'ticket']);

/** Is this access proved by a secret of its own, so that no session has a say in it? */
function isOwnProof(access: Access): access is Extract<Access, { readonly kind: OwnProof }> {
  return OWN_PROOFS.has(access.kind);
}

/** Does a route deny kids accounts? A route for any session without a rule does; on routes for administrators the permission decides. */
export function isDeniedToKids(rule: KidsRule | undefined, access: Access | undefined): boolean {
  return rule ? rule.kind === 'denied' : access?.kind === 'session' || access?.kind === 'picture-pass';
}
