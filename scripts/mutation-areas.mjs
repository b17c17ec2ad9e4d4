/** What is decided without a look at the outside: the files that decide, and the specs that prove them. */
export const AREAS = {
  quotas: {
    files: [
      'src/modules/quotas/charges/quota-refund.ts',
      'src/modules/quotas/pricing/quota-{price,quote,window}.ts',
      'src/modules/quotas/rules/allowance-rule.ts',
    ],
    specs: [
      'src/modules/quotas/{charges,pricing,rules}/*.spec.ts',
      'src/modules/quotas/allowances/quota-history.property.spec.ts',
      'src/modules/quotas/allowances/allowance.view.spec.ts',
    ],
  },
  routing: {
    files: [
      'src/modules/instances/access/{assignment-rows,resolve-destination,visible-instances}.ts',
      'src/modules/requests/delivery/choose-destination.ts',
      'src/modules/requests/policy/{request-policies.service,season-input}.ts',
    ],
    specs: [
      'src/modules/instances/access/{assignment-rows,effective-default,resolve-destination,visible-instances}.spec.ts',
      'src/modules/requests/delivery/choose-destination.spec.ts',
      'src/modules/requests/policy/*.spec.ts',
    ],
  },
  'kids-judge': {
    files: ['src/modules/content-policy/judging/*.ts', 'src/modules/proxy/kids/{gated-query,gated-shape}.ts'],
    specs: ['src/modules/content-policy/judging/*.spec.ts', 'src/modules/proxy/kids/gated-*.spec.ts'],
  },
  'kids-records': {
    files: ['src/modules/proxy/kids/{judged-title,kept-records,record-scan,visible-page}.ts'],
    specs: ['src/modules/proxy/kids/{record-scan,record-scan.property,visible-page}.spec.ts'],
  },
  scrubber: {
    files: ['src/modules/proxy/scrub/{key-kinds,redact-*,sensitive-query-name}.ts'],
    specs: ['src/modules/proxy/scrub/{key-kinds,redact-*}.spec.ts'],
  },
  'scrubbed-json': {
    files: ['src/modules/proxy/scrub/{edits,labelled-values,scrub-json}.ts'],
    specs: ['src/modules/proxy/scrub/{edits,labelled-values,scrub-json,scrub-json.property}.spec.ts'],
  },
  redaction: {
    files: ['src/core/logging/log.ts', 'src/core/secrets/{credential-name,secret}.ts'],
    specs: ['src/core/logging/*.spec.ts', 'src/core/secrets/{credential-name,secret}.spec.ts'],
  },
  status: {
    files: [
      'src/modules/requests/saved/request-decision.ts',
      'src/modules/requests/kinds/request-status.ts',
      'src/modules/requests/series/series-{request,title}-status.ts',
      'src/modules/library/films/film-{availability,digest}.ts',
      'src/modules/library/cache/download-queue.ts',
      'src/modules/library/series/{judge-seasons,judge-series}.ts',
    ],
    specs: [
      'src/modules/requests/saved/request-decision.spec.ts',
      'src/modules/requests/kinds/request-status.spec.ts',
      'src/modules/requests/series/series-{request,title}-status.spec.ts',
      'src/modules/library/films/film-{availability,digest}.spec.ts',
      'src/modules/library/cache/download-queue.spec.ts',
      'src/modules/library/series/judge-*.spec.ts',
    ],
  },
};
