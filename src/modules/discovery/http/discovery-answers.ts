/** What a list of the provider may be refused with. */
export const LIST_REFUSALS = {
  502: 'The metadata provider failed, or the limits of a kids account could not be applied.',
  503: 'No key for the metadata provider is stored, or the preferences or the limits of a kids account can not be read.',
} as const;

/** What something that the provider may not have is refused with. */
export const DETAIL_REFUSALS = {
  404: 'The metadata provider has no such entry, or it is outside the limits of a kids account.',
  ...LIST_REFUSALS,
} as const;

/** What a list that limits can't be about may be refused with. */
export const REFERENCE_REFUSALS = {
  502: 'The metadata provider failed.',
  503: 'No key for the metadata provider is stored.',
} as const;
