/** A registered Facebook application and its endpoints. */
export interface FacebookApplication {
  /** 15 or more digits, hence text. */
  appId: string;
  appSecret: string;
  dialogUrl: string;
  /** Graph URL with its version; without one, the application's default version would respond. */
  graph: string;
}

/**
 * v26.0 is of July 2026. A version of the Marketing API is supported for about a year; calls to an expired version get
 * the oldest supported one.
 * @see https://developers.facebook.com/docs/graph-api/guides/versioning
 */
export const facebookHosts = {
  dialogUrl: 'https://www.facebook.com/v26.0/dialog/oauth',
  graph: 'https://graph.facebook.com/v26.0',
} as const;
