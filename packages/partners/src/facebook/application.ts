/** An application that is registered at Facebook, and where its calls go. */
export interface FacebookApplication {
  /** 15 digits and more: a text. */
  appId: string;
  appSecret: string;
  dialogUrl: string;
  /** Graph with its version; without one the application's own default would answer. */
  graph: string;
}

/**
 * v26.0 is of July 2026. A version of the Marketing API lives for about a year; calls to one that has ended are
 * answered by the oldest that lives (https://developers.facebook.com/docs/graph-api/guides/versioning).
 */
export const facebookHosts = {
  dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
  graph: 'https://graph.facebook.com/v26.0',
} as const;
