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
