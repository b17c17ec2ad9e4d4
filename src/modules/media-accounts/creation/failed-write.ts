import { sayMediaServer } from '../../../clients/mediabrowser/media-server.sentences.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { accountNotMade, invalidName, limitsNotKept, nameTaken } from '../media-accounts.errors.js';
import { sayOfAccount } from '../media-accounts.sentences.js';
import type { WriteFailure } from '../servers/media-server.js';

/** A server has not made, or may not have made, what it was told to. */
export class WriteFailed extends Error {
  constructor(readonly failure: WriteFailure) {
    super(`a write to a media server ended as ${failure.outcome}`);
    this.name = 'WriteFailed';
  }

  /** What it is to the person whose account is made: their name is refused with a `code`, all else is a 502. */
  toCaller(): unknown {
    const { failure } = this;
    switch (failure.outcome) {
      case 'unknown':
        return failure.error;
      case 'refused':
        return refusal(failure.code, failure.reason);
      case 'administrator':
        return accountNotMade(sayMediaServer('remote_account_of_administrator'));
      case 'gone':
        return accountNotMade(sayOfAccount('account_went_while_made'));
    }
  }
}

export const mayStillArrive = (fault: unknown): boolean =>
  fault instanceof WriteFailed && fault.failure.outcome === 'unknown' && !fault.failure.error.definitelyNotSent;

function refusal(code: (WriteFailure & { outcome: 'refused' })['code'], reason: Sentence): Error {
  switch (code) {
    case 'name_taken':
      return nameTaken();
    case 'name_unfit':
      return invalidName();
    case 'limits_unknown':
      return limitsNotKept();
    case 'rejected':
      return accountNotMade(reason);
  }
}
