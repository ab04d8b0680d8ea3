const { warn } = console;

/**
 * Hides the warning that oidc-provider prints while it loads on a release of Node without long-term support. The release
 * is pinned and tested here: no other major version exists on npm for all platforms.
 */
console.warn = (...given: unknown[]) => {
  const isKnown = String(given[0]).includes('oidc-provider WARNING: Unsupported runtime');
  if (!isKnown) warn(...given);
};
