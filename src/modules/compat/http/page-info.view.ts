import type { PageSpan } from './page-span.query.js';

/** Which part of a list this is. Source: seerr-api.yml, PageInfo. */
export interface PageInfoView {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly pageSize: number;
  /** How long the list is. */
  readonly results: number;
}

/** @param total how long the list is */
export function pageInfoView(total: number, { take, skip }: PageSpan): PageInfoView {
  return { page: Math.floor(skip / take) + 1, pages: Math.ceil(total / take), pageSize: take, results: total };
}
