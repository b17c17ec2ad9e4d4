import { expect } from 'vitest';
import { SERVICE_TYPES } from '../../../src/modules/instances/service-kinds.js';
import type { App } from '../../harness/start-app.js';

/** A complete body for a movie manager that answers. */
export function candidate(app: App, fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    service_type: 'movie_manager',
    name: 'Films',
    url: app.radarr.url,
    api_key: app.radarr.apiKey,
    ...fields,
  };
}

/** The body of the refusal of a candidate: the reason is a sentence in it, and the fault is for programs. */
export function connectionTestFailed(reason: string, fault: string): object {
  const code = expect.stringMatching(/^[a-z]+(?:_[a-z0-9]+)*$/) as string;
  return {
    error: `connection test failed: ${reason}`,
    code: 'connection_test_failed',
    params: { reason: { code, params: expect.any(Object) as object, text: reason } },
    fault,
  };
}

/** The refusal of a kind that is not offered. Source: doc 3 section 3.1. */
export const SERVICE_TYPE_UNKNOWN = `service_type must be one of: ${SERVICE_TYPES.join(', ')}`;
