import type { Configuration } from '../../config/configuration.ts';
import { isLoopback } from '../../config/origins.ts';
import { isPublicAddress, isPublicHttpsUrl, type HostCheck } from './public-hosts.ts';

type Installation = Pick<Configuration, 'demo' | 'HOST' | 'appOrigin'>;

const isLocalDemo = ({ demo, HOST, appOrigin }: Installation) =>
  demo && isLoopback(HOST) && isLoopback(new URL(appOrigin).hostname);

/**
 * Returns which hosts users may have messages sent to: public ones, and in a demo that only this machine reaches also
 * those on it, to try a receiver.
 */
export function messageHosts(installation: Installation): HostCheck {
  if (!isLocalDemo(installation)) return {};
  return { isAllowed: (address) => isLoopback(address) || isPublicAddress(address) };
}

/** Returns whether a browser may name this URL as its push service: on one of `messageHosts`, and https. */
export function isPushEndpoint(text: string, installation: Installation): boolean {
  if (isPublicHttpsUrl(text)) return true;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url?.protocol === 'https:' && isLoopback(url.hostname) && isLocalDemo(installation);
}
