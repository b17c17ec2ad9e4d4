import { AppError } from '../../core/errors/app-error.js';
import { sayFrom } from '../../core/errors/sentence.js';
import { UpstreamError, type UpstreamFault } from '../../core/errors/upstream-error.js';

/** 400: what was named can't be the id of one item of this client. Nothing was sent. */
export const itemIdInvalid = (): AppError => new AppError('download_id_invalid', 400, 'invalid download id');

/** 404: the client has no such item, or it isn't in its queue any more. */
export const downloadMissing = (): AppError => new AppError('download_missing', 404, 'download not found');

/** A sentence for each cause. Nothing that a client writes is repeated: some send paths and stack traces. */
const DOWNLOAD_CLIENT_SENTENCES = {
  download_client_unreachable: 'the download client can not be reached',
  download_client_slow: 'the download client took too long to answer',
  download_client_call_given_up: 'the call to the download client was given up',
  download_client_refused_credential: 'the download client refused the stored credential',
  download_client_lacks_call: 'the download client does not know this call',
  download_client_refused: 'the download client refused the call',
  download_client_asks_for_fewer: 'the download client asks for fewer calls',
  download_client_out_of_order: 'the download client reports an error of its own',
  download_client_redirects: 'the download client leads on to another address',
  download_client_unreadable: 'the download client answered with something that can not be read',
  download_client_answer_too_large: 'the answer of the download client is too large',
} as const;

const say = sayFrom(DOWNLOAD_CLIENT_SENTENCES);

const CODES: Readonly<Record<UpstreamFault, keyof typeof DOWNLOAD_CLIENT_SENTENCES>> = {
  unreachable: 'download_client_unreachable',
  timeout: 'download_client_slow',
  aborted: 'download_client_call_given_up',
  unauthorized: 'download_client_refused_credential',
  not_found: 'download_client_lacks_call',
  rejected: 'download_client_refused',
  rate_limited: 'download_client_asks_for_fewer',
  failed: 'download_client_out_of_order',
  redirected: 'download_client_redirects',
  malformed: 'download_client_unreadable',
  too_large: 'download_client_answer_too_large',
};

class DownloadClientFailed extends AppError {
  constructor(cause: UpstreamError) {
    const reason = say(CODES[cause.kind]);
    super('download_client_failed', 502, reason.text, { params: { reason }, cause });
  }
}

export const clientFault = (fault: unknown): unknown =>
  fault instanceof UpstreamError ? new DownloadClientFailed(fault) : fault;

/** 503: the caller may see other things than when the answer was begun; the next one is made by that. */
export const accessChangedMeanwhile = (): AppError =>
  new AppError('download_access_changed', 503, 'access changed, retry shortly');
