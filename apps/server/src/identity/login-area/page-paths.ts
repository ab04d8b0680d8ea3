const pagePath =
  /^\/(?:oauth\/authorize|register|privacy|forgot-password|reset-password|undo-email|verify-email|unlock|first-administrator)\/*(?=\?|$)/i;

/**
 * Returns a URL with the path of a page of the login area as it is registered. As in the application, any case and a
 * trailing slash lead to the same page.
 */
export function normalizePageUrl(url: string): string {
  return url.replace(pagePath, (path) => path.toLowerCase().replace(/\/+$/, ''));
}
