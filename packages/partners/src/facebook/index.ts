/** Facebook's Marketing API: ad accounts, their ads, and the daily cost and results of these. */
export type { FacebookApplication } from './client.ts';
export { createFacebookConnector } from './connector.ts';

/**
 * v26.0 is of July 2026. A version of the Marketing API is supported for about a year; calls to an expired version get
 * the oldest supported one.
 * @see https://developers.facebook.com/docs/graph-api/guides/versioning
 */
export const facebookHosts = {
  dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
  graph: 'https://graph.facebook.com/v26.0',
} as const;
