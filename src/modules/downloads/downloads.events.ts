/** A download client has done what an administrator asked for: what was read of it before is of no use. */
export class DownloadClientChanged {
  constructor(readonly instanceId: string) {}
}

/** Whose downloads members see was set. Everybody's configuration says it. */
export class DownloadsScopeSet {}
