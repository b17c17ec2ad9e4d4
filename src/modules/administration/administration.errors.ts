import { AppError, badRequest, notFound } from '../../core/errors/app-error.js';
import type { UpstreamError } from '../../core/errors/upstream-error.js';

/** No known name is longer, so no more of an unknown one need be repeated. */
const LONGEST_NAME = 64;

/** 400: there is no credential of this name. */
export const unknownCredentialKey = (name: string): AppError =>
  badRequest('unknown_credential_key', `unknown credential key: ${name.slice(0, LONGEST_NAME).toWellFormed()}`, {
    name: name.slice(0, LONGEST_NAME).toWellFormed(),
  });

/** 400: the credential is known, and nothing here uses it: it could be neither judged nor of any use. */
export const unusedCredentialKey = (name: string): AppError =>
  badRequest('credential_key_unused', `${name} can't be saved: this version does not use it`, { name });

/** 400: there is no key to try. */
export const credentialRequired = (name: string): AppError => badRequest('required', `${name} is required`, { name });

/** 400: no provider has keys of such a length. */
export const credentialTooLong = (name: string, most: number): AppError =>
  badRequest('too_long', `${name} must be at most ${most} characters`, { name, most });

/** 400: a key travels in a header, which carries nothing else. */
export const credentialUnprintable = (name: string): AppError =>
  badRequest('not_plain_ascii', `${name} must consist of printable ASCII characters without blanks`, { name });

/** What is said where nothing of the name is on the checklist, for {@link badRequest}. */
export const UNKNOWN_SETUP_ITEM = ['unknown', 'unknown setup item', { name: 'setup item' }] as const;

/** 400: nothing of this name is on the checklist. */
export const unknownSetupItem = (): AppError => badRequest(...UNKNOWN_SETUP_ITEM);

/** 400: there is nothing to try. */
export const proxyAddressRequired = (): AppError =>
  badRequest('required', 'proxy address is required', { name: 'proxy address' });

/** 400: the proxy leads nowhere; the text says why. */
export const proxyTestFailed = (cause: UpstreamError): AppError =>
  new AppError('proxy_test_failed', 400, `proxy test failed: ${cause.reason}`, {
    params: { reason: cause.sentence },
    cause,
  });

/** 404: no job has this name. */
export const unknownJob = (): AppError => notFound('job_not_found', 'job not found');

/** 429: the job was started by hand a moment ago, and may be again after so many milliseconds. */
export const startedJustNow = (restMs: number): AppError =>
  new AppError('job_started_just_now', 429, 'this job was started a moment ago, try again shortly', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(restMs / 1_000))) },
  });
