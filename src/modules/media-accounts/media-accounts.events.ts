/**
 * Links of these people with a server were made, ended or changed, or are to be worked on at once. What should be is computed
 * from rows, so it may be published too often.
 */
export class MediaLinksChanged {
  constructor(
    readonly instanceId: string,
    readonly userIds: readonly number[],
  ) {}
}
