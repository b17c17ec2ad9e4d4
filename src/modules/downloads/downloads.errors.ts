import { AppError } from '../../core/errors/app-error.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';

/** 400: what was named can't be the id of one item of this client. Nothing was sent. */
export class ItemIdInvalid extends AppError {
  constructor() {
    super('download_id_invalid', 400, 'invalid download id');
  }
}

/** 404: the client has no such item, or it isn't in its queue any more. */
export class DownloadMissing extends AppError {
  constructor() {
    super('download_missing', 404, 'download not found');
  }
}

/** One text for each cause. Nothing that a client writes is repeated: some send paths and stack traces. */
const CAUSES: Readonly<Record<UpstreamFault, string>> = {
  unreachable: 'the download client can not be reached',
  timeout: 'the download client took too long to answer',
  aborted: 'the call to the download client was given up',
  unauthorized: 'the download client refused the stored credential',
  not_found: 'the download client does not know this call',
  rejected: 'the download client refused the call',
  rate_limited: 'the download client asks for fewer calls',
  failed: 'the download client reports an error of its own',
  redirected: 'the download client leads on to another address',
  malformed: 'the download client answered with something that can not be read',
  too_large: 'the answer of the download client is too large',
};

/** 502: the client couldn't be read, or refused. */
class DownloadClientFailed extends AppError {
  constructor({ kind }: Pick<UpstreamError, 'kind'>, cause?: unknown) {
    super('download_client_failed', 502, CAUSES[kind], { cause });
  }
}

export const clientFault = (fault: unknown): unknown =>
  fault instanceof UpstreamError ? new DownloadClientFailed(fault, fault) : fault;

/** 503: the caller may see other things than when the answer was begun; the next one is made by that. */
export const accessChangedMeanwhile = (): AppError =>
  new AppError('download_access_changed', 503, 'access changed, retry shortly');
