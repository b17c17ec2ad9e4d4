export class DownloadClientChanged {
  constructor(readonly instanceId: string) {}
}

/** Whose downloads members see was set. Everybody's configuration says it. */
export class DownloadsScopeSet {}
