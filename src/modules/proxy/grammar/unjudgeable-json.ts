/** This document can't be judged, so it can't be passed on. The reason holds nothing of the document. */
export class UnjudgeableJson extends Error {
  override readonly name = 'UnjudgeableJson';
}
