/** Facebook's Marketing API: ad accounts, their ads, and the daily cost and results of these. */
export { facebookHosts, type FacebookApplication } from './application.ts';
export { createFacebookConnector } from './connector.ts';
