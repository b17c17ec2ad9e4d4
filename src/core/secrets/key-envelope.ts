/** The key of the encryption at rest, and where it is kept. */
export interface KeyEnvelope {
  /** `file`: `secret.key` in the data folder. `environment`: SECRET_KEY, which the household keeps itself. */
  readonly origin: 'file' | 'environment';
  /** 32 bytes, see `loadSecretKey`. */
  readonly key: Buffer;
}

/** The token under which the {@link KeyEnvelope} is injected. Only a backup needs the key itself. */
export const KEY_ENVELOPE = Symbol('key envelope');
