import type { Login } from '../api.ts';
import { networkError } from '../errors.ts';
import { createLoginWith, type LoginConfig } from '../login.ts';
import type { LoadValidation } from '../protocol/provider.ts';

const loadValidation: LoadValidation = async () => {
  try {
    return (await import('../protocol/validation.ts')).validateTokens;
  } catch (failure) {
    throw networkError(failure);
  }
};

/**
 * Like `createLogin`, but loads the validation of tokens, half of the library, when the address has the response of a
 * login, else at the first renewal. A page with a valid token needs it at neither. A failure to load it is `network`,
 * and happens before the code or the refresh token is sent.
 * @throws LoginError `invalid_config` or `insecure_context`
 */
export function createLazyLogin(config: LoginConfig): Login {
  // Together with the provider's metadata; the exchange reports a failure.
  if (new URLSearchParams(location.search).has('code')) loadValidation().catch(() => undefined);
  return createLoginWith(loadValidation, config);
}
