import type { IdentityDependencies } from '../index.ts';

/** What other domains do for the identity provider, for one that runs alone. */
export const withoutDomains = {
  emailComposers: {},
  onEmailDropped: {},
  beforeRemoval: async () => undefined,
  onAccountRemoved: async () => undefined,
  onSignInStarted: async () => undefined,
  onSignInsEnded: async () => undefined,
  reportAccess: { count: async () => 0, revoke: async () => undefined },
  grantAssistant: async () => undefined,
} satisfies Partial<IdentityDependencies>;
