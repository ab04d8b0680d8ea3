import type { EndpointName } from '@seller-connect/contract/endpoints';

interface ResponseCheck {
  /**
   * Checks the body of a successful response; undefined until a response has broken the contract, because only then
   * are its schemas loaded.
   * @throws Error if it breaks the contract
   */
  run?: (name: EndpointName, body: unknown) => void;
  /**
   * Discards the cached responses that break the contract, and sets `run`. Returns whether there were any, and false
   * if the schemas cannot be loaded. Set by the entry before rendering.
   */
  discard?: () => Promise<boolean>;
}

export const responseCheck: ResponseCheck = {};
