import { Injectable } from '@nestjs/common';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { permissionDenied } from '../../../core/errors/app-error.js';
import {
  InstanceAccessService,
  InstanceDirectoryService,
  InstanceMissing,
  type InstanceRecord,
} from '../../instances/instances.public.js';
import { isArt, memberRead } from './member-reads.js';
import { gatedQuery, nthPage, pageInput, type PageInput } from '../kids/gated-query.js';
import { gatedShape, type GatedShape } from '../kids/gated-shape.js';

/** What a call asks of an instance, as it was written. */
export interface ProxiedTarget {
  /** Percent-encoded, below the instance's address: `/api/v3/movie/7`. */
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

const ROUTE = /^\/api\/instances\/[^/?]+(\/[^?]*)(\?.*)?$/s;

/** The target of a call by the bytes of its address: nothing is decoded or tidied up. @param url without the base path of this server */
export function readProxiedTarget(url: string): ProxiedTarget {
  const [, path, query = ''] = ROUTE.exec(url) ?? [];
  if (path === undefined) throw new Error('not a path of the proxy');
  return { path, query };
}

export interface ProxyInput {
  readonly caller: Caller;
  readonly method: string;
  readonly instanceId: string;
  readonly target: ProxiedTarget;
}

export interface AllowedCall {
  readonly instance: InstanceRecord;
  readonly target: ProxiedTarget;
  /** What answers it may have: to members documents, or pictures where those are asked for; to administrators any. */
  readonly expected: 'document' | 'picture' | 'anything';
  /** What has to be judged of the answer; null where the caller may see all of it. */
  readonly shape: GatedShape | null;
  /** Of a list whose records are judged, the page that is asked for; null for all else. */
  readonly paged: PagedCall | null;
}

/** A page of a list that is read in full, because only the whole list shows which of its records are on the page. */
interface PagedCall {
  readonly input: PageInput;
  readonly targetOf: (page: number) => ProxiedTarget;
}

/** Who may ask what of which instance? No credential is opened for it, so one that can't be opened widens nothing. */
@Injectable()
export class ProxyAccessService {
  constructor(
    private readonly database: Database,
    private readonly directory: InstanceDirectoryService,
    private readonly access: InstanceAccessService,
  ) {}

  /**
   * Members may read what libraries are browsed with. To all else there is one refusal, so that a hidden instance looks like none.
   * @throws AppError 403 for members, 400 for a page that is none; InstanceMissing 404 for administrators; StorageError 503
   */
  async judge({ caller, method, instanceId, target }: ProxyInput): Promise<AllowedCall> {
    const { userId, role, kids } = caller;
    const isAdmin = role === 'admin' && !kids;
    if (!isAdmin && method !== 'GET') throw permissionDenied();
    const [instance, granted] = await this.database.read(async (tx) => [
      await this.directory.byId(tx, instanceId),
      await this.access.mayUse(tx, userId, role, instanceId),
    ]);
    if (isAdmin) {
      if (!instance) throw new InstanceMissing();
      return { instance, target, expected: 'anything', shape: null, paged: null };
    }
    const path = instance && granted ? memberRead(instance.serviceType, target.path) : undefined;
    if (!instance || path === undefined) throw permissionDenied();
    const shape = kids ? gatedShape(instance.serviceType, path) : null;
    const query = shape ? gatedQuery(target.query, shape) : target.query;
    const expected = isArt(path) ? 'picture' : 'document';
    if (shape?.layout !== 'page') return { instance, target: { path, query }, expected, shape, paged: null };
    const targetOf = (page: number): ProxiedTarget => ({ path, query: nthPage(query, page) });
    return { instance, target: targetOf(1), expected, shape, paged: { input: pageInput(target.query), targetOf } };
  }

  /** Judges an administrator again: a body takes as long as its sender likes. @throws AppError 401 and 403; StorageError 503 */
  async confirm(administrator: ActingAdministrator | undefined): Promise<void> {
    if (!administrator) throw permissionDenied();
    await this.database.readOne((tx) => administrator.confirm(tx));
  }
}
