/** Facebook's Marketing API: ad accounts, their ads, and what these cost and brought per day. */
export { facebookHosts, type FacebookApplication } from './application.ts';
export { createFacebookConnector } from './connector.ts';
