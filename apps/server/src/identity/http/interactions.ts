import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { errors } from 'oidc-provider';

/** Format of the protocol library's interaction ids; anything else counts as none. */
export const interactionIdPattern = /^[\w-]{20,64}$/;

/** Returns the interaction of this browser's cookie; null when it has none. */
export async function findInteractionOfBrowser(
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  try {
    return await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** Returns the interaction of a URL, or null. The interaction's cookie is the proof; the URL only names it. */
export async function findInteraction(
  provider: Provider,
  request: FastifyRequest<{ Params: { interaction: string } }>,
  reply: FastifyReply,
) {
  const found = await findInteractionOfBrowser(provider, request, reply);
  return found?.uid === request.params.interaction ? found : null;
}

/** Returns the URL of the login screen of an interaction. */
export function loginScreenUrl(identityOrigin: string, interactionId: string): URL {
  const screen = new URL('/oauth/authorize', identityOrigin);
  screen.searchParams.set('interaction', interactionId);
  return screen;
}
